package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.copy.send.Listed;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

class FilesFromTest {
    private static List<Listed> parse(String text, boolean nul) throws IOException {
        return FilesFrom.parse("list", text.getBytes(ISO_8859_1), nul);
    }

    private static String shown(List<Listed> all) {
        return all.stream()
                .map(one -> one.path() + (one.whole() ? "/*" : ""))
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a | a",
                "b,a,b | a b",
                "./a//b/./c | a/b/c",
                "/a | a",
                ". | .",
                "./ | ./*",
                "a/ | a/*",
                "a,a/ | a/*",
                "a/,a/b,a/b/c,a-b | a/* a-b",
                "a-b,a/b,a | a a/b a-b",
                ",,a,, | a",
                "#a,;b | #a ;b"
            })
    void shouldReadNames(String lines, String names) throws Exception {
        assertThat(shown(parse(lines.replace(',', '\n'), false))).isEqualTo(names);
        assertThat(shown(parse(lines.replace(',', '\0'), true))).isEqualTo(names);
    }

    @Test
    void shouldTakeEveryByteButTheEnd() throws Exception {
        assertThat(parse("a\nb\0", true).getFirst().path().bytes()).isEqualTo(bytes("a\nb"));
        assertThat(parse(" \u00ff\r\n", false).getFirst().path().bytes())
                .isEqualTo(bytes(" \u00ff\r"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }

    @Test
    void shouldSayInALineWhatIsWrong() {
        assertThatThrownBy(() -> parse("a\n../b\n", false))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("list: ../b: \".\" and \"..\" are not allowed");
        assertThatThrownBy(() -> parse("a\0b\0", false))
                .hasMessage("list: a NUL is in a line; with -0 it ends a name");
        assertThatThrownBy(() -> parse("\n\n", false)).hasMessage("list names nothing");
        assertThatThrownBy(() -> FilesFrom.read("/no/such/list", false, null))
                .hasMessage("--files-from: /no/such/list: there is no such file or folder");
    }
}
