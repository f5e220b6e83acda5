package org.urdma4j.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.HexFormat;

/** The words of a channel, byte by byte as {@code docs/channels.md} has them. */
class HelloTest {
    private static final String WORDS = "75524302 0102030405060708 a1a2a3a4 00010000 fffe";

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    @Test
    void shouldBeAsDescribed() {
        Hello hello = new Hello(new PeerRing(0x0102030405060708L, 0xa1a2a3a4, 1 << 16), 65_534);

        assertThat(hello.encode()).isEqualTo(bytes(WORDS));
        assertThat(Hello.decode(bytes(WORDS))).contains(hello);
        assertThat(Hello.decode(Arrays.copyOf(bytes(WORDS), 172)))
                .as("zeros behind it")
                .contains(hello);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "75524302 0102030405060708 a1a2a3a4 00010000 ff",
                "75524301 0102030405060708 a1a2a3a4 00010000 fffe",
                "75524302 0102030405060708 a1a2a3a4 00010001 fffe",
                "75524302 0102030405060708 a1a2a3a4 00008000 fffe",
                "75524302 0102030405060708 a1a2a3a4 80000000 fffe",
                "75524302 0102030405060708 a1a2a3a4 00000000 fffe",
                "75524302 0102030405060708 a1a2a3a4 00010000 0001",
                "00000000 0000000000000000 00000000 00000000 0000",
            })
    void shouldRefuseOthers(String words) {
        assertThat(Hello.decode(bytes(words))).isEmpty();
    }
}
