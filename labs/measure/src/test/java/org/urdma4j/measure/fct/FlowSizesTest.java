package org.urdma4j.measure.fct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.SplittableRandom;

class FlowSizesTest {
    @ParameterizedTest
    @CsvSource({
        "0,  1711250,   73076, 23333333, 36.25, 97.7",
        "1,     120420.75,   700,  2000000,   4.3, 79.6",
        "2, 40869.8,    6339,  1293927,   2.1, 65.0",
    })
    void shouldHaveTheFiguresOfItsPoints(
            int known, double mean, long median, long p99, double large, double largeBytes) {
        FlowSizes sizes = FlowSizes.KNOWN.get(known);
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

    @Test
    void shouldReadPoints() {
        FlowSizes sizes =
                FlowSizes.read(
                        "mine", List.of("# bytes percent", "0 0", "", " 100\t50", "300 100"));

        assertThat(sizes.mean()).isEqualTo(125);
        assertThat(sizes.of(75)).isEqualTo(200);
        assertThat(sizes.name()).isEqualTo("mine");
    }

    @ParameterizedTest
    @CsvSource({
        "'0 0', two points",
        "'0 0;10', line 2: bytes and percent",
        "'0 0;x 100', line 2: 'x' is no number",
        "'0 0;10 NaN', line 2: percent are 0 to 100",
        "'0 0;10 99', the last point has 100",
        "'0 1;10 100', the first point has 0",
        "'0 0;10 60;9 100', line 3: bytes and percent rise",
        "'0 0;10 60;20 60;30 100', line 3: bytes and percent rise",
        "'0 0;2e9 100', line 2: a size is 0 to",
        "'0 0;-1 100', line 2: a size is 0 to",
    })
    void shouldSayWhatIsWrongAndWhere(String lines, String message) {
        assertThatThrownBy(() -> FlowSizes.read("mine", List.of(lines.split(";", -1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("mine")
                .hasMessageContaining(message);
    }
}
