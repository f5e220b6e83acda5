package org.urdma4j.tools.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.protection.shape.ChaffLimit;
import org.urdma4j.protection.shape.Shape;

/** What may follow {@code --shape} and {@code --chaff-limit}. */
class ShapesTest {
    @Test
    void shouldReadEveryShape() {
        assertThat(Shapes.parse(null, null)).isEqualTo(Shape.NONE);
        assertThat(Shapes.parse("none", null)).isEqualTo(Shape.NONE);
        assertThat(Shapes.parse("pad", null)).isEqualTo(Shape.PAD);
        assertThat(Shapes.parse("constant:2.5M", null))
                .isEqualTo(Shape.constant(2_500_000, ChaffLimit.DEFAULT));
        assertThat(Shapes.parse("constant:400G", "none"))
                .isEqualTo(Shape.constant(Shape.MOST_RATE, ChaffLimit.NONE));
    }

    @ParameterizedTest
    @CsvSource({
        "10s, 10000000000, 9223372036854775807",
        "250ms, 250000000, 9223372036854775807",
        "0s, 0, 9223372036854775807",
        "86400s, 86400000000000, 9223372036854775807",
        "64K, 9223372036854775807, 65536",
        "1MB, 9223372036854775807, 1000000",
        "0, 9223372036854775807, 0"
    })
    void shouldReadEveryLimit(String text, long ns, long bytes) {
        assertThat(Shapes.parse("constant:1M", text).limit()).isEqualTo(new ChaffLimit(ns, bytes));
    }

    @ParameterizedTest
    @CsvSource({
        "constant, , a rate",
        "constant:, , a rate",
        "constant:fast, , --shape",
        "constant:0, , 1M to 400G",
        "constant:unlimited, , 1M to 400G",
        "constant:999999, , 1M to 400G",
        "constant:401G, , 1M to 400G",
        "constant:-5M, , --shape",
        "constantly:5M, , 'none, pad or constant:RATE'",
        "PAD, , 'none, pad or constant:RATE'",
        "'', , 'none, pad or constant:RATE'",
        "pad:5M, , 'none, pad or constant:RATE'",
        "pad, 10s, --chaff-limit needs",
        ", 10s, --chaff-limit needs",
        "constant:5M, ten, --chaff-limit takes",
        "constant:5M, '', --chaff-limit takes",
        "constant:5M, -1s, --chaff-limit takes",
        "constant:5M, 10m s, --chaff-limit takes",
        "constant:5M, 86401s, --chaff-limit is",
        "constant:5M, 2000G, --chaff-limit is",
        "constant:5M, 99999999999999999999G, --chaff-limit takes"
    })
    void shouldSayWhatIsWrong(String shape, String limit, String words) {
        assertThatThrownBy(() -> Shapes.parse(shape, limit))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words)
                .hasMessageMatching("[^\n]*");
    }
}
