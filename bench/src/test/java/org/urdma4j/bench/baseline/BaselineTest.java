package org.urdma4j.bench.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Command lines, the good ones without measuring. */
class BaselineTest {
    @TempDir Path root;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return Baseline.run(
                List.of(args),
                root,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String lastError() {
        return err.toString(StandardCharsets.UTF_8).lines().toList().getLast();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|say record, check, peers or latency first, or --help",
                "faster|say record, check, peers or latency first, or --help",
                "check --rounds|--rounds needs a value",
                "check --rounds 0|--rounds must be a number from 1 to 100, not 0",
                "check --rounds 1.5|--rounds must be a whole number",
                "check --rounds NaN|--rounds must be a number from 1 to 100, not NaN",
                "check --tolerance much|--tolerance must be a number from 0 to 1000, not much",
                "check --tolerance -1|--tolerance must be a number from 0 to 1000, not -1",
                "check --fast|there is no option --fast: see --help",
                "check [|[ is no regular expression: Unclosed character class",
                "record --against HEAD|--against is for check: nothing is stored of it",
                "record NoSuch|no benchmark has such a name: see bench/src/main/java",
                "check --against -no-such|git finds no revision -no-such here",
            })
    void shouldAnswerBadInputInALine(String args, String message) {
        assertThat(run(args.split(" "))).isEqualTo(2);
        assertThat(lastError()).isEqualTo("baseline: " + message);
    }

    @Test
    void shouldAskForABaselineFirst() {
        assertThat(run("check")).isEqualTo(2);
        assertThat(lastError())
                .isEqualTo(
                        "baseline: there is no %s: record a baseline first"
                                .formatted(root.resolve("bench/baseline.json")));
    }

    /** Of two processors, half a baseline each compares with neither. */
    @Test
    void shouldNotMixMachines() throws Exception {
        Path file =
                Files.writeString(
                        root.resolve("other.json"),
                        "{\"processor\": \"Z80\", \"java\": \"1.0\", \"scores\": {\"a\": [1]}}");

        assertThat(run("record", "Icrc", "--file", file.toString())).isEqualTo(2);
        assertThat(lastError()).contains("is of Z80, Java 1.0, this is", "record all");
    }

    @Test
    void shouldTakeOptions() {
        Path file = Path.of("stored.json");
        BaselineOptions plain = BaselineOptions.parse(List.of("check"), file);
        BaselineOptions all =
                BaselineOptions.parse(
                        List.of("check", "Sack", "--full", "--tolerance", "2.5", "--against", "v1"),
                        file);

        assertThat(plain.rounds()).isEqualTo(3);
        assertThat(plain.tolerance()).isEqualTo(0.1);
        assertThat(plain.file()).isEqualTo(file);
        assertThat(all.rounds()).isEqualTo(7);
        assertThat(all.tolerance()).isEqualTo(0.025);
        assertThat(all.against()).isEqualTo("v1");
        assertThat(all.names()).extracting(Pattern::pattern).containsExactly("Sack");
    }

    @Test
    void shouldExplainItself() {
        assertThat(run("check", "--help")).isEqualTo(0);
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Usage: bench/baseline record");
    }
}
