package org.urdma4j.copy.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.copy.tree.DiskException.Kind;

import java.nio.charset.StandardCharsets;

class TreePathTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/etc/passwd",
                "..",
                ".",
                "a/..",
                "../a",
                "a/../b",
                "a/./b",
                "a//b",
                "a/",
                "a\0b",
                "\0",
                "./a",
                "a/.."
            })
    void shouldRefuseWhatClimbsOrIsNoPath(String path) {
        assertThatThrownBy(() -> TreePath.of(path))
                .isInstanceOf(DiskException.class)
                .extracting(e -> ((DiskException) e).kind())
                .isEqualTo(Kind.BAD_NAME);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "...", "..a", "a..", ".a", "a/b/c", " ", "\n", "-rf", "*", "a\\b"})
    void shouldTakeAnyOtherName(String path) throws DiskException {
        assertThat(TreePath.of(path).bytes()).isEqualTo(path.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldTakeNamesAndPathsUpToLinuxsLimits() throws DiskException {
        assertThat(TreePath.of("n".repeat(255)).length()).isEqualTo(255);
        assertThatThrownBy(() -> TreePath.of("n".repeat(256)))
                .hasMessageContaining("longer than 255 bytes");
        String deep = "d/".repeat(2047) + "d";
        TreePath longest = TreePath.of(deep);
        assertThat(longest.length()).isEqualTo(4095);
        assertThatThrownBy(() -> TreePath.of(deep + "/e"))
                .hasMessageContaining("longer than 4095 bytes");
        assertThatThrownBy(() -> longest.child(new byte[] {'e'}))
                .hasMessageContaining("longer than 4095 bytes");
        assertThatThrownBy(() -> longest.resolve(longest)).isInstanceOf(DiskException.class);
    }

    @Test
    void shouldTakeNoSlashInAChildsName() {
        assertThatThrownBy(() -> TreePath.ROOT.child("a/b".getBytes(StandardCharsets.UTF_8)))
                .hasMessage("a/b: a name has a slash");
        assertThatThrownBy(() -> TreePath.ROOT.child(new byte[] {'.', '.'}))
                .isInstanceOf(DiskException.class);
        assertThatThrownBy(() -> TreePath.ROOT.child(new byte[0]))
                .isInstanceOf(DiskException.class);
    }

    @Test
    void shouldGoUpAndDown() throws DiskException {
        TreePath path = TreePath.of("a/b/c");
        assertThat(path.parent()).isEqualTo(TreePath.of("a/b"));
        assertThat(path.name()).containsExactly('c');
        assertThat(path.parent().parent().parent()).isEqualTo(TreePath.ROOT);
        assertThat(TreePath.ROOT.parent()).isEqualTo(TreePath.ROOT);
        assertThat(TreePath.of("a").resolve(TreePath.of("b/c"))).isEqualTo(path);
        assertThat(TreePath.ROOT.resolve(path)).isEqualTo(path);
        assertThat(path.resolve(TreePath.ROOT)).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({"a/b,a,true", "a,a,true", "ab,a,false", "a,a/b,false", "b/a,a,false", "a,'',true"})
    void shouldKnowWhatIsWithin(String path, String directory, boolean within)
            throws DiskException {
        assertThat(TreePath.of(path).isWithin(TreePath.of(directory))).isEqualTo(within);
    }

    @Test
    void shouldShowAnyBytesOnOneLine() throws DiskException {
        byte[] name = {
            'a', (byte) 0xFF, '\n', '\\', (byte) 0xC3, (byte) 0xBC, 27, '[', (byte) 0xC3
        };
        assertThat(TreePath.of(name)).hasToString("a\\xFF\\x0A\\\\ü\\x1B[\\xC3");
        assertThat(TreePath.of("a\u202Eb\u2028c")).hasToString("a\\xE2\\x80\\xAEb\\xE2\\x80\\xA8c");
        assertThat(TreePath.ROOT).hasToString(".");
    }
}
