package org.urdma4j.transport.qp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SchedulingDelayTest {
    private static final long MS = 1_000_000;

    private final SchedulingDelay schedulingDelay = new SchedulingDelay();

    @Test
    void aHostThatIsNeverLateHasNone() {
        assertThat(schedulingDelay.ns(5 * MS)).isZero();
    }

    @Test
    void theWorstCountsForHalfASecondToOne() {
        schedulingDelay.onLate(3 * MS, 0);
        schedulingDelay.onLate(MS, 100 * MS);
        assertThat(schedulingDelay.ns(499 * MS)).isEqualTo(3 * MS);
        schedulingDelay.onLate(2 * MS, 600 * MS);
        assertThat(schedulingDelay.ns(999 * MS)).isEqualTo(3 * MS);
        assertThat(schedulingDelay.ns(1_100 * MS)).isEqualTo(2 * MS);
        assertThat(schedulingDelay.ns(1_600 * MS)).isZero();
    }

    @Test
    void afterALongPauseThereIsNone() {
        schedulingDelay.onLate(3 * MS, 0);
        assertThat(schedulingDelay.ns(5_000 * MS)).isZero();
    }
}
