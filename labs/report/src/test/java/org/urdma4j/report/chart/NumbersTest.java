package org.urdma4j.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "0.30000000000000004, 0.3, 0.3",
        "935.48, 935.48, 935",
        "12.345678, 12.3457, 12.3",
        "-2, -2, -2",
        "1234.5, 1234.5, 1234",
        "16384, 16384, 16384",
        "0.000123456789, 0.000123457, 0.000123"
    })
    void shouldBeShort(double value, String plain, String brief) {
        assertThat(Numbers.plain(value)).isEqualTo(plain);
        assertThat(Numbers.brief(value)).isEqualTo(brief);
    }

    @ParameterizedTest
    @CsvSource({"0, 2, 0.00", "1.005, 1, 1.0", "-0.35, 0, 0", "999.96, 1, 1000.0", "NaN, 1, -"})
    void shouldStandUnderEachOther(double value, int decimals, String fixed) {
        assertThat(Numbers.fixed(value, decimals)).isEqualTo(fixed);
    }

    @ParameterizedTest
    @CsvSource({"NaN", "Infinity", "-Infinity"})
    void shouldShowWhatIsVoidAsADash(double value) {
        assertThat(Numbers.brief(value)).isEqualTo("-");
    }
}
