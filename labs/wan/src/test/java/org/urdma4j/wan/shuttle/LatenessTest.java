package org.urdma4j.wan.shuttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

class LatenessTest {
    @Test
    void nothingShouldBeNothing() {
        assertThat(new Lateness().summary()).isEqualTo(new LatenessSummary(0, 0, 0));
    }

    @Test
    void percentilesShouldBeKnownToThreeDigits() {
        Lateness lateness = new Lateness();
        lateness.record(1_500, 50);
        lateness.record(7_200, 49);
        lateness.record(900_100, 1);

        LatenessSummary summary = lateness.summary();

        assertThat((double) summary.p50Ns()).isCloseTo(1_500, withinPercentage(0.1));
        assertThat((double) summary.p99Ns()).isCloseTo(7_200, withinPercentage(0.1));
        assertThat(summary.maxNs()).isEqualTo(900_100);
    }

    @Test
    void whatIsBeyondAnHourShouldKeepItsMaximum() {
        Lateness lateness = new Lateness();
        lateness.record(7_200_000_000_001L, 3);

        assertThat(lateness.summary().maxNs()).isEqualTo(7_200_000_000_001L);
        assertThat((double) lateness.summary().p50Ns())
                .isCloseTo(3_600_000_000_000.0, withinPercentage(0.1));
    }

    @Test
    void earlyShouldCountAsInTime() {
        Lateness lateness = new Lateness();
        lateness.record(-5, 99);
        lateness.record(40, 1);

        assertThat(lateness.summary()).isEqualTo(new LatenessSummary(0, 0, 40));
    }
}
