package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.terminal.Interrupt;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Ctrl-C in the midst of a run, as a process gets it. */
@EnabledOnOs(OS.LINUX)
class InterruptTest {
    private static final Pattern INTERVAL = Pattern.compile("^ *[0-9.]+- *[0-9.]+ ");
    private static final String LONG = "-w 4M -t 3600 -O 0 -i 0.2 ";

    @TempDir private Path folder;

    private static CommandProcess client(LocalServer server, String more) throws Exception {
        return start(
                "bench client %s -p %d ".formatted(LocalServer.HOST, server.port()) + LONG + more);
    }

    private static CommandProcess start(String line) throws Exception {
        return CommandProcess.start(List.of(), (Object[]) line.split(" "));
    }

    private static void assertInterrupted(Invocation result) {
        assertThat(result.status()).isEqualTo(130);
        assertThat(result.errLines()).noneMatch(line -> line.contains("Exception"));
        assertThat(result.errLines())
                .filteredOn(line -> line.startsWith("urdma: "))
                .containsExactly("urdma: " + Interrupt.MESSAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"urdma", "standard", "tcp"})
    void shouldPrintTheSummarySoFar(String protocol) throws Exception {
        try (LocalServer server = new LocalServer();
                CommandProcess client = client(server, "--protocol " + protocol)) {
            client.awaitLine(line -> INTERVAL.matcher(line).find());

            Invocation result = client.interrupt();

            assertInterrupted(result);
            assertThat(result.out()).contains("received ", "wire rate ", "CPU here/there ");
        }
    }

    @Test
    void shouldSayInJsonThatItWasInterrupted() throws Exception {
        try (LocalServer server = new LocalServer();
                CommandProcess client = client(server, "--json")) {
            client.await(() -> server.said().lines().anyMatch(INTERVAL.asPredicate()));

            Invocation result = client.interrupt();

            assertInterrupted(result);
            JsonNode run = LocalServer.json(result.out());
            assertThat(run.path("error").asString()).isEqualTo(Interrupt.MESSAGE);
        }
    }

    @Test
    void shouldEndAStreamOfJsonWithAnError() throws Exception {
        try (LocalServer server = new LocalServer();
                CommandProcess client = client(server, "--json-stream")) {
            client.awaitLine(line -> line.contains("\"interval\""));

            Invocation result = client.interrupt();

            assertInterrupted(result);
            List<JsonNode> events = result.out().lines().map(LocalServer::json).toList();
            assertThat(events.get(events.size() - 2).path("event").asString()).isEqualTo("end");
            assertThat(events.getLast().path("event").asString()).isEqualTo("error");
            assertThat(events.getLast().path("data").asString()).isEqualTo(Interrupt.MESSAGE);
        }
    }

    @Test
    void shouldPrintTheRowsOfASweepSoFar() throws Exception {
        try (LocalServer server = new LocalServer();
                CommandProcess client =
                        start(
                                "bench client %s -p %d -w 4M --sweep -t 0.2"
                                        .formatted(LocalServer.HOST, server.port()))) {
            client.awaitLine(line -> line.strip().startsWith("4 "));

            Invocation result = client.interrupt();

            assertInterrupted(result);
            assertThat(result.out().lines().map(String::strip))
                    .anyMatch(line -> line.startsWith("2 "))
                    .noneMatch(line -> line.startsWith("8388608 "));
        }
    }

    @Test
    void shouldWriteTheCellsOfAMatrixThatHaveRun() throws Exception {
        Path csv = folder.resolve("matrix.csv");
        Path html = folder.resolve("matrix.html");
        try (CommandProcess matrix =
                start(
                        "bench sim --matrix --rate 1G --rtts 1ms,1s --losses 0,0.1% --threads 1"
                                + " --csv %s --html %s".formatted(csv, html))) {
            matrix.awaitCpu(Duration.ofSeconds(4));

            Invocation result = matrix.interrupt();

            assertInterrupted(result);
            assertThat(result.out()).contains("standard: steady goodput", " -");
            assertThat(Files.readAllLines(csv).size()).isBetween(2, 8);
            assertThat(html).content().contains("Not all cells have run").endsWith("</html>\n");
        }
    }

    @Test
    void shouldSayInJsonThatARunOfTheSimulatorWasInterrupted() throws Exception {
        try (CommandProcess sim = start("bench sim --rate 1G --time 1000000s --json")) {
            sim.awaitCpu(Duration.ofSeconds(3));

            Invocation result = sim.interrupt();

            assertInterrupted(result);
            assertThat(LocalServer.json(result.out()).path("error").asString())
                    .isEqualTo(Interrupt.MESSAGE);
        }
    }

    @Test
    void shouldLeaveNothingOfTheDemo() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        try (CommandProcess demo =
                CommandProcess.start(
                        List.of("-Djava.io.tmpdir=" + temporary),
                        "demo",
                        "--port",
                        Invocation.freePort(),
                        "--delay",
                        "1s")) {
            demo.await(() -> !isEmpty(temporary));

            assertInterrupted(demo.interrupt());

            assertThat(isEmpty(temporary)).isTrue();
        }
    }

    private static boolean isEmpty(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }
}
