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

class RoceCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String arguments) {
        return new CommandLine(new RoceCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.split(" "));
    }

    @Test
    void shouldPlayEveryScenarioAndDrawIt(@TempDir Path folder) throws IOException {
        Path html = folder.resolve("roce.html");

        assertThat(run("--time 1ms --html " + html)).isZero();

        assertThat(out.toString())
                .contains("incast: ", "victim: ", "storm: ", "deadlock: ")
                .contains("nothing has moved for the last")
                .contains("victim   to idle");
        assertThat(Files.readString(html))
                .contains("<td>incast</td>", "<h2>deadlock, 6 senders", "Waiting in switches")
                .doesNotContain("NaN", "Infinity");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldPrintJson() {
        assertThat(
                        run(
                                "--scenario storm --roce v1 --priority 5 --victim-priority 2"
                                        + " --time 2ms --watchdog 100us --cc dcqcn --json"))
                .isZero();

        JsonNode row = JsonMapper.shared().readTree(out.toString()).get(0);
        assertThat(row.path("flows").get(1).path("priority").intValue()).isEqualTo(2);
        assertThat(row.path("flows").get(1).path("goodput_bps").doubleValue()).isGreaterThan(1e10);
        assertThat(row.path("flows").get(0).path("goodput_bps").doubleValue()).isZero();
        assertThat(row.path("storms").intValue()).isPositive();
        assertThat(row.path("points").size()).isEqualTo(200);
        assertThat(row.path("options").path("roce").stringValue()).isEqualTo("v1");
        assertThat(row.path("options").path("watchdog_ms").doubleValue()).isEqualTo(0.1);
        assertThat(row.path("options").path("cc").stringValue()).isEqualTo("dcqcn");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--scenario ring",
                "--scenario deadlock --senders 4",
                "--senders 65",
                "--priority 8",
                "--victim-priority -1",
                "--roce v3",
                "--cc rrcc",
                "--rate 0",
                "--cable -1us",
                "--buffer 100K",
                "--headroom -1",
                "--watchdog 0",
                "--window 1K",
                "--timeout 0",
                "--time 1s",
                "--time 1us",
                "--threads 0",
                "--html /nowhere/at/all.html",
            })
    void shouldSayWhatIsWrong(String arguments) {
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(err.toString().lines().findFirst().orElse(""))
                .isNotBlank()
                .doesNotContain("Exception");
        assertThat(out.toString()).isEmpty();
    }
}
