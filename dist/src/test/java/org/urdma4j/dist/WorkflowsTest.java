package org.urdma4j.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What CI runs of others is what was looked at: a tag can be moved, a commit can't. */
class WorkflowsTest {
    @Test
    void shouldPinActionsToCommits() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("../.github/workflows"))) {
            List<String> used =
                    files.flatMap(file -> lines(file).stream())
                            .filter(line -> line.contains("uses: "))
                            .map(line -> line.replaceFirst(".*uses: ", ""))
                            .toList();

            assertThat(used)
                    .isNotEmpty()
                    .allMatch(it -> it.matches("[a-z-]+(/[a-z-]+)+@[0-9a-f]{40} # v[0-9.]+"));
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
