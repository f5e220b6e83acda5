package org.urdma4j.simulation.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueueSizeTest {
    private static final long RATE_BPS = 1_000_000_000;
    private static final long RTT_NS = 80_000_000;
    private static final long UNLIMITED = 77;

    @ParameterizedTest
    @CsvSource({
        "1bdp, 10000000",
        "0.5BDP, 5000000",
        "0bdp, 0",
        "20ms, 2500000",
        "1s, 125000000",
        "64K, 65536",
        "1.5MB, 1500000"
    })
    void shouldReadWhatFitsThePathTimesAndBytes(String text, long bytes) {
        assertThat(QueueSize.bytes(text, RATE_BPS, RTT_NS, UNLIMITED)).isEqualTo(bytes);
    }

    @Test
    void shouldNotSizeByARateWithoutLimit() {
        assertThat(QueueSize.bytes("1bdp", LinkConfig.UNLIMITED, RTT_NS, UNLIMITED)).isEqualTo(77);
        assertThat(QueueSize.bytes("20ms", LinkConfig.UNLIMITED, RTT_NS, UNLIMITED)).isEqualTo(77);
        assertThat(QueueSize.bytes("9", LinkConfig.UNLIMITED, RTT_NS, UNLIMITED)).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"xbdp", "bdp", "-1bdp", "1001bdp", "NaNbdp"})
    void shouldShowWhatAQueueLooksLike(String text) {
        assertThatThrownBy(() -> QueueSize.bytes(text, RATE_BPS, RTT_NS, UNLIMITED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "\"%s\" is not a queue; write it like 1bdp, 0.5bdp, 20ms or 16MiB", text);
    }
}
