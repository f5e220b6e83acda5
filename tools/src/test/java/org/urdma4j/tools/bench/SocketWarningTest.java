package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SocketWarningTest {
    @ParameterizedTest
    @ValueSource(doubles = {3.65e9, 3.4e12})
    void shouldSayInLinesOfATerminalWhatToSet(double bitsPerSecond) {
        String warning = SocketWarning.of(8 << 20, bitsPerSecond);

        assertThat(warning.lines()).hasSize(2).allMatch(line -> line.length() <= 100);
        assertThat(warning.lines().toList().getFirst()).startsWith("warning: socket buffers hold ");
        assertThat(warning.lines().toList().getLast().strip())
                .startsWith("sysctl -w net.core.rmem_max=");
    }

    @Test
    void shouldSayNothingOfBuffersThatHoldTenMilliseconds() {
        assertThat(SocketWarning.of(8 << 20, 3.3e9)).isNull();
    }

    @Test
    void shouldSayNothingOfBuffersThatArentKnown() {
        assertThat(SocketWarning.of(0, 3.65e9)).isNull();
        assertThat(SocketWarning.of(8 << 20, 0)).isNull();
    }
}
