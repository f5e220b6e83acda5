package org.urdma4j.measure.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogHistogramTest {
    private final LogHistogram histogram = new LogHistogram();

    @Test
    void shouldKnowSmallValuesExactly() {
        for (int i = 1; i <= 60; i++) {
            histogram.record(i);
        }

        assertThat(histogram.percentile(0.5)).isEqualTo(30);
        assertThat(histogram.percentile(0.95)).isEqualTo(57);
        assertThat(histogram.percentile(0)).isEqualTo(1);
        assertThat(histogram.percentile(1)).isEqualTo(60);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 63, 64, 65, 127, 128, 1000, 123_456_789, 1L << 40, Long.MAX_VALUE})
    void shouldKnowAnyValueToWithinTwoPercent(long value) {
        histogram.record(value);

        assertThat((double) histogram.percentile(0.5))
                .isCloseTo((double) value, within(value * 0.017));
    }

    @Test
    void shouldRankLargeValues() {
        for (int i = 1; i <= 100_000; i++) {
            histogram.record(i * 1000L);
        }

        assertThat((double) histogram.percentile(0.95)).isCloseTo(95e6, within(95e6 * 0.017));
    }

    @Test
    void shouldBeZeroWithoutValuesAndForNegativeOnes() {
        assertThat(histogram.percentile(0.5)).isZero();
        histogram.record(-5);
        assertThat(histogram.percentile(0.5)).isZero();
        assertThat(histogram.count()).isEqualTo(1);
    }

    @Test
    void shouldAddUp() {
        LogHistogram other = new LogHistogram();
        histogram.record(10);
        other.record(20);
        other.record(30);
        histogram.add(other);

        assertThat(histogram.count()).isEqualTo(3);
        assertThat(histogram.percentile(0.5)).isEqualTo(20);
    }
}
