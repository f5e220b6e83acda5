package org.urdma4j.measure.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class PostPacerTest {
    @Test
    void shouldHaveAllBeDueWithoutARate() {
        PostPacer pacer = new PostPacer(0, 1000);
        assertThat(pacer.due()).isEqualTo(Long.MAX_VALUE);
        assertThat(pacer.await(Long.MAX_VALUE - 1, Duration.ofDays(1))).isFalse();
    }

    @Test
    void shouldSpreadRequestsOverTime() {
        PostPacer pacer = new PostPacer(8_000_000, 1000); // one each ms
        assertThat(pacer.due(0)).isEqualTo(1);
        assertThat(pacer.due(999_999)).isEqualTo(1);
        assertThat(pacer.due(1_000_000)).isEqualTo(2);
        assertThat(pacer.due(3_600_000_000_000L)).isEqualTo(3_600_001);
    }

    @Test
    void shouldWaitForTheNextAndNoLongerThanItMay() {
        PostPacer pacer = new PostPacer(1, 1_000_000); // one each 92 days
        assertThat(pacer.await(0, Duration.ofDays(100))).as("the first").isFalse();
        assertThat(pacer.await(1, Duration.ofNanos(1))).isTrue();
        assertThat(pacer.await(0, Duration.ofDays(100))).isFalse();
    }
}
