package org.urdma4j.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The table of loggers in {@code docs/using.md} has those that there are. */
class LoggersPageTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> LIBRARIES =
            List.of("integrations", "protection", "transport", "verbs-api");
    private static final Pattern LOGGER =
            Pattern.compile("System\\.getLogger\\((\\w+)\\.class\\.getName\\(\\)\\)");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `(org\\.urdma4j\\.\\w+(\\.\\w+)*)` \\|");

    private static Stream<String> loggers(Path file) {
        try {
            String source = Files.readString(file);
            String folder = source.substring("package ".length(), Math.max(8, source.indexOf(';')));
            return LOGGER.matcher(source).results().map(it -> folder + "." + it.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> inSources() throws IOException {
        List<String> names = new ArrayList<>();
        for (String library : LIBRARIES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(library))) {
                files.filter(it -> it.toString().matches(".*/src/main/java/.*\\.java"))
                        .filter(it -> !it.endsWith("module-info.java"))
                        .flatMap(LoggersPageTest::loggers)
                        .forEach(names::add);
            }
        }
        return names.stream().distinct().sorted().toList();
    }

    @Test
    void shouldNameEveryLogger() throws IOException {
        Matcher rows = ROW.matcher(Files.readString(ROOT.resolve("docs/using.md")));

        assertThat(rows.results().map(it -> it.group(1)).toList())
                .containsExactlyInAnyOrderElementsOf(inSources());
    }
}
