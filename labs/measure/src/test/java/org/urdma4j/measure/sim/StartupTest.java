package org.urdma4j.measure.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartupTest {
    /** 0.9 of 8 Mbit/s over 1 ms are 900 bytes. */
    private final Startup startup = new Startup(8e6, 1_000_000);

    @Test
    void shouldFindTheRoundTripThatReachesTheTarget() {
        long[] delivered = {0, 0, 100, 300, 600, 900, 1000, 1000, 1000, 1000, 1000};
        for (long bytes : delivered) {
            startup.sample(bytes);
        }

        assertThat(startup.stepsTaken()).isEqualTo(6);
    }

    @Test
    void shouldCountOneRoundTripOnly() {
        for (int i = 0; i < 100; i++) {
            startup.sample(100L * i); // 800 bytes in eight steps
        }

        assertThat(startup.stepsTaken()).isEqualTo(-1);
    }

    @Test
    void shouldStayWithTheFirstTime() {
        startup.sample(950);
        startup.sample(5000);

        assertThat(startup.stepsTaken()).isEqualTo(1);
    }
}
