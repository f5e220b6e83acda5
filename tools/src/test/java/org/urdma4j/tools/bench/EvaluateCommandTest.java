package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.measure.published.PublishedResult;
import org.urdma4j.measure.published.PublishedTest;

import picocli.CommandLine;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class EvaluateCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String arguments) {
        return new CommandLine(new EvaluateCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.split(" "));
    }

    /** A seed plays the same run whatever is played beside it, and whoever is judged. */
    @Test
    void shouldPlayASeedAgain() {
        assertThat(run("--quick --only satellite --seeds 2 --seed 198 --json")).isZero();
        JsonNode both = JsonMapper.shared().readTree(out.toString()).path("scenarios").path(0);
        out.getBuffer().setLength(0);
        assertThat(run("--quick --only satellite --seeds 1 --seed 199 --json --threads 1"))
                .isZero();
        JsonNode one = JsonMapper.shared().readTree(out.toString()).path("scenarios").path(0);

        assertThat(one.path("runs").path(0)).isEqualTo(both.path("runs").path(1));
        assertThat(both.path("played").asInt()).isEqualTo(2);
        assertThat(both.path("runs").path(0).path("seed").asLong()).isEqualTo(198);
        assertThat(both.path("rfc9743").asString()).isEqualTo("7.5");
        assertThat(both.path("rival_share").path("mean").asDouble()).isPositive();
        assertThat(both.path("use").path("mean").asDouble()).isBetween(0.1, 1.01);
    }

    @Test
    void shouldWriteAPage(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("page.html");
        assertThat(
                        run(
                                "--quick --cc cubic --only outage,outage --seeds 1 --seed 121"
                                        + " --html "
                                        + page))
                .isZero();
        assertThat(out.toString())
                .startsWith("cubic, 1 seeds from 121, quick")
                .containsOnlyOnce("\noutage ");
        assertThat(Files.readString(page))
                .contains("<h1>cubic by RFC 9743</h1>", "id=\"outage\"")
                .contains("seed 121: ");
    }

    @Test
    void shouldSayWhatARuleIsWorth() {
        assertThat(run("--quick --only loss --seeds 1 --seed 2 --ablate compensation,way-back"))
                .isZero();
        assertThat(out.toString())
                .startsWith("rrcc, 1 seeds from 2, quick; with all rules 1 of 1 runs are met")
                .containsPattern("\ncompensation +[01] +1")
                .containsPattern("\nway-back +[01] +[01]");
    }

    @Test
    void shouldPrintWhatIsPublishedBesideWhatWasMeasured() {
        StringWriter text = new StringWriter();
        List<PublishedResult> results =
                List.of(
                        new PublishedResult(PublishedTest.VS_OWN, List.of(3.5, 4.0)),
                        new PublishedResult(PublishedTest.ALONE, List.of()));
        PublishedText.print("rrcc", results, new PrintWriter(text));
        assertThat(text.toString())
                .containsPattern("\nvs_own +5 MB beside 10 of its own +3.75 4.00 +4.36 4.45 *\n")
                .containsPattern(
                        "\nalone +10 MB at 20 Mbit/s, 80 ms +- +4.50 4.56 +4.69 4.70 +4.47");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--only everything | --only has grid",
                "--only satellite,nothing | not \"nothing\"",
                "--cc dcqcn | --cc is one of rrcc",
                "--cc fixed | not \"fixed\"",
                "--seeds 0 | --seeds must be 1 to",
                "--threads 0 | --threads must be at least 1",
                "--html /nowhere/x.html | there is no folder",
                "--seed first | 'first'",
                "--ablate everything | a rule is one of start-up-hold",
                "--ablate all --cc cubic | of which cubic has none",
                "--ablate give-way --html page.html | leave out --html",
                "--c4 --quick | --c4 goes without --only, --quick, --ablate and --html",
                "--c4 --only grid | --c4 goes without",
                "--c4 --cc nobody | --cc is one of rrcc"
            })
    void shouldSayWhatIsWrong(String arguments, String words) {
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(err.toString()).contains(words);
        assertThat(out.toString()).isEmpty();
    }
}
