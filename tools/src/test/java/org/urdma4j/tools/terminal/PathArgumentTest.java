package org.urdma4j.tools.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

@EnabledOnOs(OS.LINUX)
class PathArgumentTest {
    @TempDir private Path folder;

    /** Each character is a byte. */
    private static Path path(String bytes) {
        return PathArgument.of(RawArguments.text(ByteBuffer.wrap(bytes.getBytes(ISO_8859_1))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "./a/../b", "/", "/a/b", "-x", "@x", "~", "~root/x", "%41", "a:b"})
    void shouldTakeAsciiAsItIs(String text) {
        assertThat(PathArgument.of(text)).isEqualTo(Path.of(text)).hasToString(text);
    }

    @Test
    void shouldKeepEveryByteOfAName() throws IOException {
        for (int b = 1; b < 256; b++) {
            if (b != '/') {
                String name = "n" + (char) b + (char) b;
                Path file = path(folder + "/" + name);
                Files.writeString(file, name);
                assertThat(Files.readString(path(folder + "//" + name + "/"))).isEqualTo(name);
                String shown = file.toUri().getRawPath();
                assertThat(shown).isEqualTo(folder.toUri().getRawPath() + escaped(name));
                Files.delete(file);
            }
        }
    }

    private String escaped(String name) {
        Path plain = Path.of("/");
        StringBuilder uri = new StringBuilder("file:///");
        for (byte b : name.getBytes(ISO_8859_1)) {
            uri.append("%%%02x".formatted(b));
        }
        return Path.of(URI.create(uri.toString()))
                .toUri()
                .getRawPath()
                .substring(plain.toString().length());
    }

    /** With a link before it, {@code ..} is another folder than the one that the text shows. */
    @Test
    void shouldLeaveDotsAndRelativePathsAlone() {
        Path path = path("a/\u00e9\u00ff/../b/.");

        assertThat(path.isAbsolute()).isFalse();
        assertThat(path.getNameCount()).isEqualTo(5);
        assertThat(path.getName(2)).isEqualTo(Path.of(".."));
        assertThat(path.getName(0)).isEqualTo(Path.of("a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\0b"})
    void shouldRefuseWhatIsNoPath(String text) {
        assertThatThrownBy(() -> PathArgument.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a path ");
    }
}
