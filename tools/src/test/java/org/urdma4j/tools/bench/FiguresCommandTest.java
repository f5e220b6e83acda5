package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.report.figures.PaperFigure;
import org.urdma4j.tools.Invocation;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class FiguresCommandTest {
    private static Invocation call(String line) {
        return Invocation.of((Object[]) line.split(" "));
    }

    /** Of seven packets what the paper's drawings send again: six of 13, and three of ten. */
    @Test
    void shouldSendAgainWhatTheFiguresOfRetransmissionDo(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("figures.html");

        Invocation result = call("bench figures --only 5,6 --json --html " + page);

        assertThat(result.err()).isEmpty();
        JsonNode figures = new JsonMapper().readTree(result.out()).get("figures");
        assertThat(figures).hasSize(2);
        for (JsonNode figure : figures) {
            assertThat(figure.get("here").stringValue())
                    .isEqualTo(figure.get("paper").stringValue());
        }
        assertThat(page)
                .content()
                .contains("<h2>Figure 5</h2>", "<h2>Figure 6</h2>", "--drop 2,4,5", "<svg")
                .doesNotContain("http", "src=", "<script", "NaN");
    }

    /** The command that is printed gives the value that is printed. */
    @Test
    void shouldPrintACommandThatGivesTheSame() {
        Invocation figures = call("bench figures --only 6");

        String command = figures.out().lines().map(String::strip).toList().getLast();
        assertThat(command).startsWith("./urdma bench sim ");
        Invocation alone = call(command.substring("./urdma ".length()));
        assertThat(alone.err()).isEmpty();
        assertThat(alone.out()).contains("sent again       30.00 % of what was sent");
    }

    /** Every command can be run, and stands in the table of the papers. */
    @Test
    void shouldListEveryFigureInTheDocuments() throws IOException {
        String papers = Files.readString(Path.of("..", "docs", "papers.md"));
        List<String> missing = new ArrayList<>();
        for (PaperFigure figure : PaperFigure.ALL) {
            assertThat(SimCommand.plan(figure.arguments()).options()).isNotNull();
            if (!papers.contains("`bench sim " + figure.arguments() + "`")) {
                missing.add(figure.arguments());
            }
        }
        assertThat(missing).isEmpty();
        assertThat(PaperFigure.ALL.stream().map(PaperFigure::figure).distinct())
                .containsExactly("2", "5", "6", "7", "8a", "8b", "8c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--only 9 | --only: there is no figure \"9\" to run; there are 2, 5, 6, 7, 8a, 8b, 8c",
                "--only 8 | there is no figure \"8\" to run",
                "--threads 0 | --threads must be at least 1",
                "--html /nowhere/x.html | there is no folder /nowhere"
            })
    void shouldSayInOneLineWhatIsWrong(String arguments, String message) {
        Invocation result = call("bench figures " + arguments);

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.errLines().getFirst()).startsWith("urdma: ").contains(message);
        assertThat(result.errLines().getLast()).isEqualTo("Try: ./urdma bench figures --help");
    }
}
