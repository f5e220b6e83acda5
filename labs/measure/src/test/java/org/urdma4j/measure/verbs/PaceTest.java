package org.urdma4j.measure.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class PaceTest {
    @Test
    void shouldHaveAllBeDueWithoutARate() {
        Pace pace = new Pace(0, 1000);
        assertThat(pace.due()).isEqualTo(Long.MAX_VALUE);
        assertThat(pace.await(Long.MAX_VALUE - 1, Duration.ofDays(1))).isFalse();
    }

    @Test
    void shouldSpreadRequestsOverTime() {
        Pace pace = new Pace(8_000_000, 1000); // one each ms
        assertThat(pace.due(0)).isEqualTo(1);
        assertThat(pace.due(999_999)).isEqualTo(1);
        assertThat(pace.due(1_000_000)).isEqualTo(2);
        assertThat(pace.due(3_600_000_000_000L)).isEqualTo(3_600_001);
    }

    @Test
    void shouldWaitForTheNextAndNoLongerThanItMay() {
        Pace pace = new Pace(1, 1_000_000); // one each 92 days
        assertThat(pace.await(0, Duration.ofDays(100))).as("the first").isFalse();
        assertThat(pace.await(1, Duration.ofNanos(1))).isTrue();
        assertThat(pace.await(0, Duration.ofDays(100))).isFalse();
    }
}
