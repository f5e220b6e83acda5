package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** docs/options.md says what the commands say. */
class OptionsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "options.md");
    private static final String WRITE = "urdma4j.write";

    private final String page = OptionsPage.of(Urdma.commandLine());

    @Test
    void shouldBeWhatTheCommandsSay() throws IOException {
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as(
                        "docs/options.md is not what the commands say; write it anew with"
                                + " ./mvnw -pl tools test -Dtest=OptionsPageTest -D%s=true",
                        WRITE)
                .isEqualTo(page);
    }

    /** What picocli's own help shows of a few is on the page. */
    @Test
    void shouldHaveArgumentsOptionsAndSubcommands() {
        assertThat(page)
                .contains("\n## urdma bench client\n", "\n## urdma pcap flows\n")
                .contains("| `HOST` | Name or address of the server. |")
                .contains(
                        "| `-P`, `--qps N` | Queue pairs, or TCP connections, 1 to 10000; default 1. |")
                .contains("`--chaff-limit TIME\\|BYTES`")
                .doesNotContain("%n", "${", "--rivals-on-trial");
    }
}
