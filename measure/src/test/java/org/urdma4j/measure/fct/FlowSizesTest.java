package org.urdma4j.measure.fct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.SplittableRandom;

class FlowSizesTest {
    @ParameterizedTest
    @CsvSource({
        "WEBSEARCH,  1711250,   73076, 23333333, 36.25, 97.7",
        "HADOOP,     120420.75,   700,  2000000,   4.3, 79.6",
        "ALISTORAGE, 40869.8,    6339,  1293927,   2.1, 65.0",
    })
    void shouldHaveTheFiguresOfItsPoints(
            FlowSizes sizes, double mean, long median, long p99, double large, double largeBytes) {
        assertThat(sizes.mean()).isCloseTo(mean, within(1.0));
        assertThat(sizes.of(50)).isCloseTo(median, within(1L));
        assertThat(sizes.of(99)).isCloseTo(p99, within(1L));
        SplittableRandom random = new SplittableRandom(1);
        int drawn = 400_000;
        double sum = 0;
        double sumOfLarge = 0;
        int countOfLarge = 0;
        for (int i = 0; i < drawn; i++) {
            long size = sizes.draw(random);
            assertThat(size).isPositive();
            sum += size;
            if (size > 500_000) {
                sumOfLarge += size;
                countOfLarge++;
            }
        }
        assertThat(sum / drawn / mean).isCloseTo(1, within(0.03));
        assertThat(100.0 * countOfLarge / drawn).isCloseTo(large, within(0.5));
        assertThat(100 * sumOfLarge / sum).isCloseTo(largeBytes, within(1.5));
    }
}
