package org.urdma4j.simulation.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {
    @ParameterizedTest
    @CsvSource({
        "1G, 1000000000",
        "2.5G, 2500000000",
        "0.1g, 100000000",
        "100Mbit/s, 100000000",
        "10kbps, 10000",
        "100 Gbit, 100000000000",
        "1T, 1000000000000",
        "12345, 12345",
        "12345bit/s, 12345",
        "1e9, 1000000000",
        "0, 0",
        "unlimited, 0"
    })
    void shouldReadRates(String text, long bitsPerSecond) {
        assertThat(Units.rate(text)).isEqualTo(bitsPerSecond);
    }

    @ParameterizedTest
    @CsvSource({
        "7ns, 7",
        "50us, 50000",
        "50µs, 50000",
        "10ms, 10000000",
        "0.5ms, 500000",
        "1.5s, 1500000000",
        "20 ms, 20000000",
        "0, 0",
        "0s, 0"
    })
    void shouldReadTimes(String text, long ns) {
        assertThat(Units.timeNs(text)).isEqualTo(ns);
    }

    @ParameterizedTest
    @CsvSource({
        "1500, 1500",
        "64K, 65536",
        "16MiB, 16777216",
        "16M, 16777216",
        "1.5MB, 1500000",
        "2GiB, 2147483648",
        "1kB, 1000"
    })
    void shouldReadSizes(String text, long bytes) {
        assertThat(Units.bytes(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"0.1%, 0.001", "0.001, 0.001", "1e-3, 0.001", "100%, 1", "0, 0", "5 %, 0.05"})
    void shouldReadProbabilities(String text, double probability) {
        assertThat(Units.probability(text)).isEqualTo(probability);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast", "-1G", "1X", "1 G bit", "1.G", "G", "1Gb/day", "0x10"})
    void shouldRefuseWhatIsNoRate(String text) {
        assertThatThrownBy(() -> Units.rate(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + text + "\"")
                .hasMessageContaining("2.5G");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "10m", "ten ms", "-1ms", "10MS"})
    void shouldRefuseATimeWithoutAClearUnit(String text) {
        assertThatThrownBy(() -> Units.timeNs(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("10ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5ns", "0.0000001us", "1e30s", "1e-400s", "9999999999999999999s"})
    void shouldRefuseATimeThatIsNoWholeNumberOfNanoseconds(String text) {
        assertThatThrownBy(() -> Units.timeNs(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseAnExponentThatWouldTakeForever() {
        assertThatThrownBy(() -> Units.rate("1e999999999"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("out of range");
        assertThatThrownBy(() -> Units.rate("1e99999999999"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("out of range");
    }

    @ParameterizedTest
    @ValueSource(strings = {"101%", "1.01", "-1%", "1 percent", "", "1e999"})
    void shouldRefuseWhatIsNoProbability(String text) {
        assertThatThrownBy(() -> Units.probability(text))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
