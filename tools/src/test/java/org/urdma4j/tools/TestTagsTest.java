package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** No test has a tag that nobody knows of, or that CI doesn't run. */
class TestTagsTest {
    private static final Path PROJECT = Path.of("..");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"([^\"]*)\"\\)");
    private static final Pattern PACKAGES = Pattern.compile("(?m)^([a-z]+): (.*)$");
    private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| `([a-z]+)` \\| (.*) \\|$");

    @Test
    void shouldBeThoseOfTheDocumentation() throws IOException {
        assertThat(documented().keySet()).isEqualTo(tags());
    }

    @Test
    void shouldHaveTheirProgramsInstalledByTheWorkflow() throws IOException {
        Map<String, String> packages = byTag(PACKAGES, read(".ci/packages"));

        assertThat(packages.keySet()).isEqualTo(tags());
        assertThat(read(".github/workflows/ci.yml")).contains(".ci/packages)", " .ci/run\n");
        documented()
                .forEach((tag, needs) ->
                        assertThat(named(needs))
                                .as(tag)
                                .isSubsetOf(packages.get(tag).split(" ", -1)));
    }

    /** The tags that are left out for want of root are those that are then run with it. */
    @Test
    void shouldAllBeRunByTheScript() throws IOException {
        String script = read(".ci/run");

        assertThat(tags()).contains(one("(?m)^root_tags=(.*)$", script).split(",", -1));
        assertThat(all(Pattern.compile("-DexcludedGroups=([^\"\\s]*)"), script))
                .containsExactly("$root_tags");
        assertThat(all(Pattern.compile("-Dgroups=([^\"\\s]*)"), script))
                .containsExactly("$root_tags");
    }

    private static Set<String> tags() throws IOException {
        Set<String> tags = new TreeSet<>();
        for (String module : all(Pattern.compile("<module>(.*)</module>"), read("pom.xml"))) {
            if (!module.endsWith("/bom")) {
                tags.addAll(tagsBelow(PROJECT.resolve(module).resolve("src")));
            }
        }
        return tags;
    }

    private static List<String> tagsBelow(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .flatMap(file -> all(TAG, text(file)).stream())
                    .toList();
        }
    }

    private static Map<String, String> documented() throws IOException {
        String page = read("docs/testing.md");
        int table = page.indexOf("| tag | needs |");
        return byTag(DOCUMENTED, page.substring(table, page.indexOf("\n\n", table)));
    }

    /** The Debian packages that are named as such. */
    private static List<String> named(String needs) {
        return all(Pattern.compile("\\(Debian: ([^)]*)\\)"), needs).stream()
                .flatMap(names -> all(Pattern.compile("`([^`]*)`"), names).stream())
                .toList();
    }

    private static Map<String, String> byTag(Pattern line, String text) {
        Map<String, String> found = new TreeMap<>();
        line.matcher(text).results().forEach(match -> found.put(match.group(1), match.group(2)));
        return found;
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map((MatchResult match) -> match.group(1)).toList();
    }

    private static String one(String pattern, String text) {
        List<String> found = all(Pattern.compile(pattern), text);
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    private static String read(String file) throws IOException {
        return Files.readString(PROJECT.resolve(file));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
