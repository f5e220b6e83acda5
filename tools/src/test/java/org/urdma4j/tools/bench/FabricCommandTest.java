package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class FabricCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String arguments) {
        return new CommandLine(new FabricCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.split(" "));
    }

    @Test
    void shouldPrintTheUsualSchemesBesideTheBaseline() {
        assertThat(run("--size 256K --nics 2 --seeds 2")).isZero();

        assertThat(out.toString().lines().toList())
                .hasSize(5)
                .satisfiesExactly(
                        it -> assertThat(it).startsWith("alltoall of 256.0 KiB, 4 spines: at best"),
                        it -> assertThat(it).contains("JCT ms"),
                        it -> assertThat(it).startsWith("ecmp dcqcn "),
                        it -> assertThat(it).startsWith("gse-leaf dcqcn "),
                        it -> assertThat(it).startsWith("gse-host grants, urdma "));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldPrintJson() {
        assertThat(run("--size 64K --nics 2 --pattern allreduce --lb adaptive --seeds 3 --json"))
                .isZero();

        JsonNode cells = JsonMapper.shared().readTree(out.toString());
        assertThat(cells.size()).isEqualTo(2);
        JsonNode base = cells.get(0);
        assertThat(base.propertyNames())
                .containsExactly(
                        "jct_ms",
                        "ideal_ms",
                        "share_of_ideal",
                        "ratio_to_baseline",
                        "jobs",
                        "uplink_share_max",
                        "uplink_cv",
                        "queue_kb_p99",
                        "queue_kb_max",
                        "dropped",
                        "lost",
                        "retransmitted_share",
                        "timeouts",
                        "pauses",
                        "reordered_share",
                        "sort_buffer_kb_max",
                        "granted_unused_share",
                        "options");
        assertThat(base.path("jct_ms").propertyNames()).containsExactly("p50", "min", "max");
        assertThat(base.path("ratio_to_baseline").doubleValue()).isEqualTo(1);
        assertThat(base.path("jobs").size()).isEqualTo(2);
        assertThat(base.path("options").path("runs").intValue()).isEqualTo(3);
        assertThat(cells.get(1).path("options").path("lb").stringValue()).isEqualTo("adaptive");
        assertThat(cells.get(1).path("options").path("runs").intValue()).isEqualTo(1);
    }

    @Test
    void shouldSayWhatASizeIsRoundedTo() {
        assertThat(run("--size 1001 --servers 3 --nics 1 --lb spray --seeds 1")).isZero();

        assertThat(err.toString())
                .isEqualTo(
                        "--size: 1001 bytes are rounded up to 1002, which 3 ranks divide"
                                + System.lineSeparator());
    }

    @Test
    void sameSeedsShouldGiveTheSameWhateverRunsBesideThem() {
        String same = "--size 128K --nics 3 --lb flowlet --seeds 4 --json --threads ";
        assertThat(run(same + "1")).isZero();
        String alone = out.toString();
        out.getBuffer().setLength(0);

        assertThat(run(same + "4")).isZero();

        assertThat(out).hasToString(alone);
    }

    @Test
    void matrixShouldWriteALineAndAPictureOfEachCell(@TempDir Path folder) throws IOException {
        Path csv = folder.resolve("matrix.csv");
        Path html = folder.resolve("matrix.html");

        assertThat(run("--matrix --size 1M --nics 2 --seeds 2 --csv " + csv + " --html " + html))
                .isZero();

        List<String> lines = Files.readAllLines(csv);
        // two collectives, 3 and 4 spines, seven schemes
        assertThat(lines).hasSize(1 + 2 * 2 * 7);
        assertThat(lines.getFirst())
                .startsWith("jct_ms_p50,jct_ms_min,jct_ms_max,ideal_ms,share_of_ideal,")
                .endsWith(",seed,runs");
        long fields = lines.getFirst().chars().filter(it -> it == ',').count();
        assertThat(lines).allMatch(line -> line.chars().filter(it -> it == ',').count() == fields);
        assertThat(Files.readString(html))
                .contains("<h3>Job completion time</h3>", "<h3>Busiest uplink</h3>", "<svg")
                .contains("alltoall, 4 × 2 NICs", "allreduce, 4 × 2 NICs")
                .doesNotContain("NaN", "Infinity");
    }

    @Test
    void aDeadUplinkShouldShow() {
        assertThat(run("--size 64K --nics 2 --lb gse-host --fail D-4.4@0 --seeds 1")).isZero();

        assertThat(out.toString()).contains("4 spines, D-4.4 dies");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--container 4095",
                "--container 1048577",
                "--container 99999999999",
                "--grants 101G",
                "--grants 0",
                "--fail E-1.1@0",
                "--fail A-1.1",
                "--fail A-1.1@soon",
                "--lb best",
                "--cc bbr",
                "--profile tcp",
                "--pattern all",
                "--lb gse-host --profile standard",
                "--lb gse-leaf --profile urdma",
                "--cc grants --profile standard",
                "--cc hpcc --lb spray",
                "--uplink 4x",
                "--uplink fourx100G",
                "--uplink 17x100G",
                "--servers 1",
                "--servers 27",
                "--nics 0",
                "--spines 0",
                "--link 1M",
                "--size 0",
                "--size 5G",
                "--qps 0",
                "--seeds 0",
                "--threads 0",
                "--matrix --lb ecmp",
                "--matrix --size 1K",
                "--csv /nowhere/at/all.csv",
            })
    void shouldSayWhatIsWrong(String arguments) {
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(err.toString().lines().findFirst().orElse(""))
                .isNotBlank()
                .doesNotContain("Exception");
        assertThat(out.toString()).isEmpty();
    }
}
