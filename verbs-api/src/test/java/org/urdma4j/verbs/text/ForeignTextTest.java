package org.urdma4j.verbs.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.Random;

class ForeignTextTest {
    @ParameterizedTest
    @CsvSource({
        "001B, \\x1B",
        "000A, \\x0A",
        "000D, \\x0D",
        "0000, \\x00",
        "007F, \\x7F",
        "0080, \\xC2\\x80",
        "009B, \\xC2\\x9B",
        "009F, \\xC2\\x9F",
        "061C, \\xD8\\x9C",
        "200E, \\xE2\\x80\\x8E",
        "2028, \\xE2\\x80\\xA8",
        "2029, \\xE2\\x80\\xA9",
        "202E, \\xE2\\x80\\xAE",
        "2066, \\xE2\\x81\\xA6",
        "2069, \\xE2\\x81\\xA9",
        "FEFF, \\xEF\\xBB\\xBF",
        "D800, \\xED\\xA0\\x80",
        "DFFF, \\xED\\xBF\\xBF",
        "E0001, \\xF3\\xA0\\x80\\x81"
    })
    void shouldShowWhatWouldDoSomething(String point, String shown) {
        String text = "a" + Character.toString(Integer.parseInt(point, 16)) + "b";

        assertThat(ForeignText.show(text)).isEqualTo("a" + shown + "b");
    }

    @Test
    void shouldLeaveAllOtherText() {
        String text = "naïve 文件 \\x41 \uD83D\uDE00 \u00A0é%n'\"<&";

        assertThat(ForeignText.show(text)).isEqualTo(text);
        assertThat(ForeignText.show(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .isEqualTo(text);
    }

    @Test
    void shouldKeepLinesWhereThereMayBeSome() {
        assertThat(ForeignText.showLines("one\ntwo\r\n\u001b[2J"))
                .isEqualTo("one\ntwo\\x0D\n\\x1B[2J");
    }

    @Test
    void shouldTellNamesApart() {
        assertThat(ForeignText.showName(new byte[] {'a', '\\', 'x', '4', '1'}))
                .isEqualTo("a\\\\x41");
        assertThat(ForeignText.showName(new byte[] {'a', (byte) 0xff, 'b', (byte) 0xc3}))
                .isEqualTo("a\\xFFb\\xC3");
    }

    /** Whatever the bytes, all is on one line and does nothing, in each charset that is used. */
    @Test
    void shouldShowAnythingOnOneQuietLine() {
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(12)];
            random.nextBytes(bytes);
            String utf16 = new String(bytes, StandardCharsets.UTF_16);
            for (String shown :
                    new String[] {
                        ForeignText.show(utf16),
                        ForeignText.showName(bytes),
                        ForeignText.show(bytes, StandardCharsets.UTF_8),
                        ForeignText.show(bytes, StandardCharsets.ISO_8859_1)
                    }) {
                assertThat(shown.codePoints().allMatch(ForeignText::isQuiet)).isTrue();
                assertThat(ForeignText.show(shown)).isEqualTo(shown);
            }
        }
    }
}
