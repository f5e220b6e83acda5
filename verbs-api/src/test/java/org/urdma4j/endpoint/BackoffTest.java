package org.urdma4j.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

class BackoffTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final RandomGenerator random = new SplittableRandom(7);

    @Test
    void shouldDoubleUpToTheLimit() {
        Backoff exact = new Backoff(SECOND, MINUTE, 0, 9);
        assertThat(exact.after(1, random)).isEqualTo(SECOND);
        assertThat(exact.after(2, random)).isEqualTo(Duration.ofSeconds(2));
        assertThat(exact.after(6, random)).isEqualTo(Duration.ofSeconds(32));
        assertThat(exact.after(7, random)).isEqualTo(MINUTE);
        assertThat(exact.after(Integer.MAX_VALUE, random)).isEqualTo(MINUTE);
    }

    @Test
    void shouldSpreadThoseWhoWaitAlike() {
        Backoff half = new Backoff(SECOND, MINUTE, 0.5, 9);
        long distinct =
                random.longs(500)
                        .map(seed -> half.after(3, new SplittableRandom(seed)).toNanos())
                        .peek(ns -> assertThat(ns).isBetween(2_000_000_000L, 4_000_000_000L))
                        .distinct()
                        .count();
        assertThat(distinct).isGreaterThan(490);
        assertThat(half.after(3, new SplittableRandom(1)))
                .isEqualTo(half.after(3, new SplittableRandom(1)));
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, MINUTE, 0, 1))
                .hasMessageContaining("first");
        assertThatThrownBy(() -> new Backoff(MINUTE, SECOND, 0, 1)).hasMessageContaining("most");
        assertThatThrownBy(() -> new Backoff(SECOND, MINUTE, 1.1, 1))
                .hasMessageContaining("jitter");
        assertThatThrownBy(() -> new Backoff(SECOND, MINUTE, Double.NaN, 1))
                .hasMessageContaining("jitter");
        assertThatThrownBy(() -> new Backoff(SECOND, MINUTE, 0, 0))
                .hasMessageContaining("attempts");
        assertThat(Backoff.DEFAULT.forever().attempts()).isEqualTo(Integer.MAX_VALUE);
    }
}
