package org.urdma4j.tools.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Random;

class RawArgumentsTest {
    @Test
    void shouldGiveBackAnyBytes() {
        Random random = new Random(8);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(12)];
            random.nextBytes(bytes);
            String text = RawArguments.text(ByteBuffer.wrap(bytes));
            assertThat(RawArguments.bytes(text)).isEqualTo(bytes);
        }
        for (String text : new String[] {"", "a", "ä€😀", "😀\udcff😀", "\udc80x"}) {
            byte[] bytes = RawArguments.bytes(text);
            assertThat(RawArguments.text(ByteBuffer.wrap(bytes))).isEqualTo(text);
        }
        assertThat(RawArguments.bytes("ä😀")).isEqualTo("ä😀".getBytes(UTF_8));
    }

    @Test
    void shouldTakeTheLastArgumentsOfACommandLine() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.writeBytes("java\0-cp\0x\0Main\0copy\0".getBytes(UTF_8));
        line.writeBytes(new byte[] {'n', (byte) 0xe9, 0});
        line.writeBytes("h:\0".getBytes(UTF_8));
        String[] decoded = {"copy", "n\ufffd", "h:"};
        assertThat(RawArguments.of(decoded, line.toByteArray()))
                .containsExactly("copy", "n\udce9", "h:");
        String[] others = {"copy", "n\ufffd", "other"};
        assertThat(RawArguments.of(others, line.toByteArray())).isSameAs(others);
        assertThat(RawArguments.of(decoded, new byte[0])).isSameAs(decoded);
    }
}
