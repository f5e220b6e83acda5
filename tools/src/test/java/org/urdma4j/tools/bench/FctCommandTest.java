package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class FctCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String arguments) {
        return new CommandLine(new FctCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.split(" "));
    }

    @Test
    void shouldPrintARowForEachScheme() {
        assertThat(run("--scheme gbn,copy --flows 20 --rate 1G --nic-rate 1G --pairs 2")).isZero();

        assertThat(out.toString().lines().map(line -> line.substring(0, line.indexOf(' '))))
                .containsExactly("ms", "no", "gbn", "copy");
    }

    @Test
    void shouldPrintJson() {
        assertThat(
                        run(
                                "--scheme copy --flows 20 --workload hadoop --rate 1G --nic-rate 1G"
                                        + " --json"))
                .isZero();

        assertThat(out.toString())
                .startsWith("[{\"scheme\":\"copy\",\"workload\":\"hadoop\",\"fct_ms_mean\":")
                .contains("\"below_gbn_mean\":null")
                .contains("\"unfinished\":0,\"collapsed\":false,\"options\":{\"flows\":20,");
    }

    @Test
    void shouldTakeSizesFromAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("sizes"), "0 0\n1000 50\n20000 100\n");

        assertThat(run("--scheme gbn --flows 30 --rate 1G --nic-rate 1G --json --workload " + file))
                .isZero();
        assertThat(out.toString()).contains("\"workload\":\"" + file + "\"");
    }

    @Test
    void shouldSayWhichLineOfAFileIsWrong(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("sizes"), "0 0\n1000 fifty\n");

        assertThat(run("--workload " + file)).isEqualTo(2);
        assertThat(err.toString()).contains("line 2: 'fifty' is no number");
        assertThat(run("--workload " + folder)).isEqualTo(2);
    }

    @Test
    void gridShouldRunEachCellByEachScheme(@TempDir Path folder) throws IOException {
        Path csv = folder.resolve("grid.csv");
        Path html = folder.resolve("grid.html");
        String small = " --flows 12 --rate 1G --nic-rate 1G --pairs 2 --scheme gbn,copy,fec";

        assertThat(
                        run(
                                "--grid --workloads hadoop,alistorage --delays 100us,1ms"
                                        + " --losses 0,1% --csv "
                                        + csv
                                        + " --html "
                                        + html
                                        + small))
                .isZero();

        assertThat(out.toString().lines().filter(line -> line.contains(" us, loss ")))
                .hasSize(8)
                .contains("hadoop, 100 us, loss 0 %", "alistorage, 1000 us, loss 1 %");
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines).hasSize(1 + 8 * 3);
        assertThat(lines.getFirst()).startsWith("scheme,workload,fct_ms_mean,").endsWith(",seed");
        long fields = lines.getFirst().chars().filter(it -> it == ',').count();
        assertThat(lines).allMatch(line -> line.chars().filter(it -> it == ',').count() == fields);
        assertThat(Files.readString(html))
                .contains("<h2>hadoop</h2>", "<h2>alistorage</h2>", "Mean completion time", "<svg");
    }

    @Test
    void whatIsComparedWithIsTheSameWithoutLossEitherWay() {
        String few = "--scheme gbn --flows 20 --rate 1G --nic-rate 1G --loss 0 --json";

        assertThat(run(few + " --reverse-loss 20%")).isZero();

        assertThat(out.toString()).doesNotContain("\"above_lossless_mean\":0.0,");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--workload nothing",
                "--csv x.csv",
                "--grid --loss 1%",
                "--grid --losses 2",
                "--grid --csv /nowhere/at/all.csv",
                "--threads 0",
                "--scheme tcp",
                "--workload web",
                "--window 3",
                "--queue xbdp",
                "--load 0",
                "--pairs 0",
                "--flows 0",
                "--mtu 1000",
                "--delay 1ns",
                "--loss 2",
            })
    void shouldSayWhatIsWrong(String arguments) {
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(err.toString()).isNotBlank();
    }
}
