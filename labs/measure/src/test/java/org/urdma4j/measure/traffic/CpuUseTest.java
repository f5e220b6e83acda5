package org.urdma4j.measure.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CpuUseTest {
    private static final CpuTime USED = new CpuTime(3_000_000_000L, 2_000_000_000L, 1_000_000_000L);

    @Test
    void shouldBeToldInPercentOfOneProcessor() {
        assertThat(new CpuUse(USED, 2).totalPercent()).isCloseTo(150, within(1e-9));
        assertThat(new CpuUse(USED, 2).userPercent()).isCloseTo(100, within(1e-9));
        assertThat(new CpuUse(USED, 2).systemPercent()).isCloseTo(50, within(1e-9));
        assertThat(new CpuUse(USED, 0).totalPercent()).isZero();
    }

    @Test
    void shouldBeToldPerGigabyte() {
        assertThat(new CpuUse(USED, 2).secondsPerGigabyte(1_500_000_000L))
                .isCloseTo(2, within(1e-9));
        assertThat(new CpuUse(USED, 2).secondsPerGigabyte(0)).isZero();
    }
}
