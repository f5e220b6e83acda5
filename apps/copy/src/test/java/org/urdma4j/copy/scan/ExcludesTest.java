package org.urdma4j.copy.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.TreePath;

import java.nio.charset.StandardCharsets;
import java.util.List;

class ExcludesTest {
    private static Excludes of(String pattern) throws DiskException {
        return Excludes.of(List.of(pattern.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "*.o, a.o, true",
                "*.o, d/e/a.o, true",
                "*.o, a.oo, false",
                "*.o, .o, true",
                "a, a, true",
                "a, d/a, true",
                "a, a/b, false",
                "/a, a, true",
                "/a, d/a, false",
                "d/a, d/a, true",
                "d/a, x/d/a, true",
                "d/a, xd/a, false",
                "/d/*, d/a, true",
                "/d/*, d/a/b, false",
                "/d/**, d/a/b, true",
                "**/x, a/b/x, true",
                "a**x, abc/d/x, true",
                "a*x, abc/d/x, false",
                "?, ab, false",
                "?, b, true",
                "[a-c]1, b1, true",
                "[a-c]1, d1, false",
                "[!a-c]1, d1, true",
                "[^a-c]1, a1, false",
                "[]]1, ]1, true",
                "[a-]1, -1, true",
                "\\*, *, true",
                "\\*, a, false",
                "[\\]]x, ]x, true",
                "ü?, üx, true",
            })
    void shouldMeanWhatRsyncMeans(String pattern, String path, boolean excluded)
            throws DiskException {
        assertThat(of(pattern).excludes(TreePath.of(path), false)).isEqualTo(excluded);
    }

    @Test
    void shouldMatchDirectoriesAloneWithASlashAtTheEnd() throws DiskException {
        assertThat(of("a/").excludes(TreePath.of("a"), true)).isTrue();
        assertThat(of("a/").excludes(TreePath.of("a"), false)).isFalse();
        assertThat(of("/d/a/").excludes(TreePath.of("d/a"), true)).isTrue();
        assertThat(Excludes.NONE.excludes(TreePath.of("a"), true)).isFalse();
        assertThat(of("**").excludes(TreePath.ROOT, true)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "//", "[a", "[", "a\\", "[b-a]"})
    void shouldRefuseWhatIsNoPattern(String pattern) {
        assertThatThrownBy(() -> of(pattern)).isInstanceOf(DiskException.class);
    }

    /** What takes a backtracking matcher years. */
    @Test
    void shouldTakeBoundedTimeForAnyPattern() throws DiskException {
        Excludes stars = of("**a".repeat(80) + "b");
        assertThat(stars.excludes(TreePath.of("a".repeat(250)), false)).isFalse();
    }
}
