package org.urdma4j.measure.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import java.util.Arrays;

class ProberTest {
    private static Histogram of(long... nanoseconds) {
        Histogram times = new Histogram(3_600_000_000_000L, 3);
        for (long time : nanoseconds) {
            times.recordValue(time);
        }
        return times;
    }

    @Test
    void shouldLeaveOutTheLongestFiveOfAHundred() {
        Histogram times = new Histogram(3_600_000_000_000L, 3);
        for (int i = 1; i <= 100; i++) {
            times.recordValue(i <= 95 ? i : 1_000_000_000L);
        }

        assertThat(Prober.trimmedMean(times)).isEqualTo((1 + 95) / 2.0);
    }

    @Test
    void shouldLeaveOutTheLongestOfTwentyAndNoneOfFewer() {
        long[] twenty = new long[20];
        Arrays.fill(twenty, 100);
        twenty[7] = 1_000_000;

        assertThat(Prober.trimmedMean(of(twenty))).isEqualTo(100);
        assertThat(Prober.trimmedMean(of(100, 300))).isEqualTo(200);
        assertThat(Prober.trimmedMean(of(5_000_000_000L))).isEqualTo(5e9, within(5e6));
    }
}
