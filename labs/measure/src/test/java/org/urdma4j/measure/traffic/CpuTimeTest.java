package org.urdma4j.measure.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CpuTimeTest {
    private static final CpuTime USED = new CpuTime(3_000_000_000L, 2_000_000_000L, 1_000_000_000L);

    @Test
    void shouldBeToldInPercentOfOneProcessor() {
        assertThat(USED.totalPercent(2)).isCloseTo(150, within(1e-9));
        assertThat(USED.userPercent(2)).isCloseTo(100, within(1e-9));
        assertThat(USED.systemPercent(2)).isCloseTo(50, within(1e-9));
        assertThat(USED.totalPercent(0)).isZero();
    }

    @Test
    void shouldBeToldPerGigabyte() {
        assertThat(USED.secondsPerGigabyte(1_500_000_000L)).isCloseTo(2, within(1e-9));
        assertThat(USED.secondsPerGigabyte(0)).isZero();
    }
}
