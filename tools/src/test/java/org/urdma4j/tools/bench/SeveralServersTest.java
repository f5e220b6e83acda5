package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.OwnLoopback;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

class SeveralServersTest {
    private static final String OTHER = LocalServer.OTHER.getHostAddress();
    private static final String BOTH = LocalServer.HOST + "," + OTHER;

    @TempDir Path folder;

    private static LocalServer server;
    private static LocalServer other;

    @BeforeAll
    static void startServers() throws IOException {
        server = new LocalServer();
        other = LocalServer.beside(server);
    }

    @AfterAll
    static void stopServers() {
        server.close();
        other.close();
    }

    private static Invocation client(String hosts, String options) {
        return Invocation.of(call(hosts, options, 2));
    }

    private static Object[] call(String hosts, String options, int from) {
        List<Object> call =
                new ArrayList<>(List.of("bench", "client", hosts, "-p", server.port(), "-w", "4M"));
        call.addAll(List.of((Object[]) options.split(" ", -1)));
        call.addAll(List.of("--bind", OwnLoopback.address(from).getHostAddress()));
        return call.toArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-n 2M -l 64K --verify",
                "-n 2M -l 64K --protocol tcp",
                "-n 2M -l 64K --profile standard --bidir --timeout 21",
                "-n 2M -l 64K --op read -P 2",
                "-n 2M -l 64K -R --control tcp",
                "-n 64 -l 8 --latency",
            })
    void shouldMeasureEachAndAllTogether(String options) throws IOException {
        Path file = folder.resolve("all.json");
        Invocation result = client(BOTH, options + " --json-file " + file);

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out())
                .containsSubsequence(
                        "[1] " + LocalServer.HOST,
                        "[2] " + OTHER,
                        "[1] " + LocalServer.HOST,
                        "received ",
                        "[2] " + OTHER,
                        "received ",
                        "2 servers together");
        JsonNode all = LocalServer.json(Files.readString(file));
        List<JsonNode> runs = all.path("runs").valueStream().toList();
        assertThat(runs.stream().map(run -> run.path("server").asString()))
                .containsExactly(LocalServer.HOST, OTHER);
        for (String way : sums(options)) {
            assertThat(sum(runs, way, "bytes"))
                    .isPositive()
                    .isEqualTo(all.path("end").path(way).path("bytes").asDouble());
            double rate = sum(runs, way, "bits_per_second");
            assertThat(all.path("end").path(way).path("bits_per_second").asDouble())
                    .isCloseTo(rate, within(1 + rate / 1e9));
        }
        assertThat(all.has("error")).isFalse();
    }

    private static List<String> sums(String options) {
        return Stream.of("sum_received", "sum_sent")
                .flatMap(way ->
                        options.contains("--bidir")
                                ? Stream.of(way, way + "_bidir_reverse")
                                : Stream.of(way))
                .toList();
    }

    private static double sum(List<JsonNode> runs, String way, String figure) {
        return runs.stream()
                .mapToDouble(run -> run.path("end").path(way).path(figure).asDouble())
                .sum();
    }

    @ParameterizedTest
    @ValueSource(strings = {"239.7.1.2", "224.0.0.77"})
    void shouldSendOnceToAGroupOfServers(String group) throws IOException {
        Path file = folder.resolve("group.json");
        Invocation result =
                client(
                        BOTH,
                        "-n 200000 -l 1000 --depth 256 --rate 4M --protocol standard --qp ud"
                                + " --multicast %s --json-file %s".formatted(group, file));

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out())
                .contains("; to " + group, "messages sent 200, received 200; lost 0, 0.000 %")
                .contains("jitter ");
        List<JsonNode> runs =
                LocalServer.json(Files.readString(file)).path("runs").valueStream().toList();
        assertThat(runs)
                .hasSize(2)
                .allSatisfy(run -> {
                    JsonNode end = run.path("end");
                    assertThat(end.path("sum_received").path("bytes").asInt()).isEqualTo(200_000);
                    assertThat(end.path("urdma").path("lost").asInt()).isZero();
                    assertThat(end.path("urdma").path("jitter_ms").isNumber()).isTrue();
                    assertThat(run.path("start").path("test_start").path("multicast").asString())
                            .isEqualTo(group);
                });
        assertThat(runs.stream().mapToInt(run -> packets(run)).sum()).isEqualTo(200);
        assertThat(server.said()).contains("by the path lost 0, by the receiver's socket lost 0");
    }

    private static int packets(JsonNode run) {
        return run.path("end").path("urdma").path("packets").asInt();
    }

    @Test
    void shouldNotTakeWhatAnotherRunSendsToTheSameGroup() throws IOException {
        // Both servers are in the group, each for a client at another address.
        try (LocalServer _ = LocalServer.beside(server, 5)) {
            String options =
                    "-n 200000 -l 1000 --depth 256 --rate 4M --protocol standard --qp ud"
                            + " --multicast 239.7.1.3";
            CompletableFuture<Invocation> another =
                    Invocation.start(call(OwnLoopback.address(5).getHostAddress(), options, 6));
            List<Invocation> results = List.of(client(BOTH, options), another.join());
            assertThat(results)
                    .allSatisfy(result -> {
                        assertThat(result.err()).isEmpty();
                        assertThat(result.out())
                                .contains("messages sent 200, received 200; lost 0, 0.000 %");
                    });
        }
    }

    @Test
    void shouldPrintALineOfEachAndOneOfAllForEachInterval() {
        Invocation result = client(BOTH, "-t 2 -O 1 -i 1 -l 64K");

        List<String> lines =
                result.out().lines().filter(line -> line.matches(" +\\d+\\.\\d\\d-\\d.*")).toList();
        assertThat(lines).hasSize(9);
        assertThat(lines.get(0)).endsWith(" [1] omitted");
        assertThat(lines.get(1)).endsWith(" [2] omitted");
        assertThat(lines.get(2)).endsWith(" sum omitted");
        assertThat(lines.get(3)).endsWith(" [1]");
        assertThat(lines.get(8)).endsWith(" sum");
    }

    @Test
    void shouldMarkJsonLinesWithTheServer() {
        Invocation result = client(BOTH, "-n 1M -l 64K --json-stream");

        List<JsonNode> lines = result.out().lines().map(LocalServer::json).toList();
        assertThat(lines.stream().filter(line -> line.path("event").asString().equals("end")))
                .hasSize(3);
        assertThat(lines.getLast().has("server")).isFalse();
        assertThat(lines.getLast().path("data").path("sum_received").path("bytes").asLong())
                .isEqualTo(2 << 20);
        assertThat(lines.subList(0, lines.size() - 1).stream().map(line -> line.path("server")))
                .allMatch(JsonNode::isString);
    }

    @Test
    void shouldHoldTheSumAgainstTheLeastRate() {
        Invocation result = client(BOTH, "-n 1M -l 64K --min-rate 4T --json");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.err()).contains("less than --min-rate 4.00 Tbit/s");
        assertThat(LocalServer.json(result.out()).path("error").asString()).contains("--min-rate");
        assertThat(client(BOTH, "-n 1M -l 64K --min-rate 1k").status()).isZero();
    }

    @Test
    void shouldRunNothingWhereOneCannotBeReached() {
        String none = OwnLoopback.address(4).getHostAddress();
        Invocation result = client(BOTH + "," + none, "-n 1M --json");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errLines())
                .singleElement()
                .asString()
                .startsWith("urdma: can't reach " + none)
                .contains("`./urdma bench server`");
        assertThat(LocalServer.json(result.out()).path("error").asString()).contains(none);
    }

    @Test
    void shouldSayWhichOfThemIsNoServer() throws Exception {
        InetAddress address = OwnLoopback.address(4);
        try (ServerSocket socket = new ServerSocket(server.port(), 5, address)) {
            Thread hangsUp = Thread.ofVirtual().start(() -> hangUp(socket));
            Invocation result = client(BOTH + "," + address.getHostAddress(), "-n 1M");

            assertThat(result.status()).isEqualTo(1);
            assertThat(result.errLines())
                    .singleElement()
                    .asString()
                    .startsWith("urdma: " + address.getHostAddress() + ": ");
            assertThat(result.out()).doesNotContain("received ", "together");
            hangsUp.join();
        }
    }

    private static void hangUp(ServerSocket socket) {
        try {
            socket.accept().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "127.0.0.1,,127.0.0.3 | -n 1M | leaves a server out; give them as HOST,HOST",
                "127.0.0.1, | -n 1M | leaves a server out; give them as HOST,HOST",
                "127.0.0.1,127.0.0.1 | -n 1M | names a server twice",
                "127.0.0.1,127.0.0.3 | --sweep | --sweep is for one server at a time",
                "127.0.0.1,127.0.0.3 | --rails auto | --paths or --rails is for one server",
            })
    void shouldRefuseWhatIsWrongInOneLine(String hosts, String options, String message) {
        Invocation result = client(hosts, options);

        assertThat(result.errLines().getFirst()).startsWith("urdma: ").contains(message);
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
    }
}
