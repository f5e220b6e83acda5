package org.urdma4j.wan.shuttle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatenessTest {
    @Test
    void nothingShouldBeNothing() {
        assertThat(new Lateness().summary()).isEqualTo(new LatenessSummary(0, 0, 0));
    }

    @Test
    void percentilesShouldBeTheUpperEndsOfTheirMicroseconds() {
        Lateness lateness = new Lateness();
        lateness.record(1_500, 50);
        lateness.record(7_200, 49);
        lateness.record(900_100, 1);
        assertThat(lateness.count()).isEqualTo(100);
        assertThat(lateness.percentileNs(0.5)).isEqualTo(2_000);
        assertThat(lateness.percentileNs(0.99)).isEqualTo(8_000);
        assertThat(lateness.percentileNs(1)).isEqualTo(900_100);
    }

    @Test
    void whatIsBeyondTheBucketsShouldKeepItsMaximum() {
        Lateness lateness = new Lateness();
        lateness.record(2_000_000_000, 3);
        assertThat(lateness.summary())
                .isEqualTo(new LatenessSummary(2_000_000_000, 2_000_000_000, 2_000_000_000));
    }

    @Test
    void earlyShouldCountAsInTime() {
        Lateness lateness = new Lateness();
        lateness.record(-5, 2);
        assertThat(lateness.count()).isEqualTo(2);
        assertThat(lateness.maxNs()).isZero();
    }
}
