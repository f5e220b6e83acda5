package org.urdma4j.measure.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class GrantRateTest {
    @TempDir private Path interfaces;

    @ParameterizedTest
    @CsvSource({"1000, 1000000000", "100000, 100000000000", "-1, 0", "fast, 0", "'', 0"})
    void shouldReadWhatLinuxSaysOfAnInterface(String text, long bitsPerSecond) throws IOException {
        Files.writeString(Files.createDirectory(interfaces.resolve("eth0")).resolve("speed"), text);
        assertThat(GrantRate.speed(interfaces, "eth0")).isEqualTo(bitsPerSecond);
        assertThat(GrantRate.speed(interfaces, "eth1")).isZero();
        assertThat(GrantRate.speed(interfaces, "")).isZero();
    }

    @Test
    void shouldTakeWhatWasGivenUpToTheSpeed() throws IOException {
        assertThat(GrantRate.choose("eth0", 1000, 0, true)).isEqualTo(1000);
        assertThat(GrantRate.choose("eth0", 1000, 900, true)).isEqualTo(900);
        assertThat(GrantRate.choose("eth0", 0, 900, true)).isEqualTo(900);
        assertThat(GrantRate.choose("lo", 0, 0, false)).isZero();
    }

    @Test
    void shouldSayInOneLineWhyNot() {
        assertThatThrownBy(() -> GrantRate.choose("eth0", 1000, 1001, true))
                .isInstanceOf(IOException.class)
                .hasMessage("--grants 1001 bit/s is above the port's: eth0 has 1000 bit/s");
        assertThatThrownBy(() -> GrantRate.choose("veth0", 0, 0, true))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "nobody knows the speed of veth0: give it as --grants RATE at this end");
    }
}
