package org.urdma4j.transport.qp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SchedulingDelayTest {
    private static final long MS = 1_000_000;

    private final SchedulingDelay noise = new SchedulingDelay();

    @Test
    void aHostThatIsNeverLateHasNone() {
        assertThat(noise.ns(5 * MS)).isZero();
    }

    @Test
    void theWorstCountsForHalfASecondToOne() {
        noise.onLate(3 * MS, 0);
        noise.onLate(MS, 100 * MS);
        assertThat(noise.ns(499 * MS)).isEqualTo(3 * MS);
        noise.onLate(2 * MS, 600 * MS);
        assertThat(noise.ns(999 * MS)).isEqualTo(3 * MS);
        assertThat(noise.ns(1_100 * MS)).isEqualTo(2 * MS);
        assertThat(noise.ns(1_600 * MS)).isZero();
    }

    @Test
    void afterALongPauseThereIsNone() {
        noise.onLate(3 * MS, 0);
        assertThat(noise.ns(5_000 * MS)).isZero();
    }
}
