package org.urdma4j.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;

class HostStallsTest {
    private static final long STEP_NS = 10;

    @Test
    void aHostIsAwayAsLongAndAsOftenAsItIsSaid() {
        HostStalls stalls = new HostStalls(new SplittableRandom(7), 10_000, 100, 10_000);
        int count = 0;
        long away = 0;
        long shortest = Long.MAX_VALUE;
        long longest = 0;
        long now = 0;
        while (now < 100_000_000) {
            long free = stalls.freeAt(now);
            assertThat(free).isGreaterThanOrEqualTo(now);
            if (free > now) {
                // Only the part after the instant at which it was noticed, at most a step.
                count++;
                away += free - now;
                shortest = Math.min(shortest, free - now);
                longest = Math.max(longest, free - now);
                assertThat(stalls.freeAt(free - 1)).isEqualTo(free);
            }
            now = free + STEP_NS;
        }
        // The mean of lengths whose logarithm is even between l and m: (m - l) / ln (m / l).
        double mean = 9_900 / Math.log(100);
        assertThat((double) away / count).isBetween(0.95 * mean, 1.05 * mean);
        assertThat(count).isBetween(7_800, 8_700);
        assertThat(shortest).isGreaterThanOrEqualTo(100 - STEP_NS);
        assertThat(longest).isLessThanOrEqualTo(10_000);
    }

    @Test
    void refusesWhatMakesNoSense() {
        SplittableRandom random = new SplittableRandom(1);
        assertThatThrownBy(() -> new HostStalls(random, 0, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HostStalls(random, 1, 2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2 to 1");
    }
}
