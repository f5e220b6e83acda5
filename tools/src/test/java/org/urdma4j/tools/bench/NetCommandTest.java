package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.measure.verbs.Backend;
import org.urdma4j.tools.Invocation;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.port.udp.UdpOffload;
import org.urdma4j.verbs.ContextAttr;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

class NetCommandTest {
    @TempDir private static Path folder;

    private static LocalServer server;

    @BeforeAll
    static void startServer() throws IOException {
        server = new LocalServer();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private static Invocation client(String... options) {
        List<String> call = new ArrayList<>(List.of("-w", "4M"));
        call.addAll(List.of(options));
        if (!call.contains("-l")) {
            call.addAll(List.of("-l", "64K"));
        }
        return server.client(call.toArray(String[]::new));
    }

    @Test
    void shouldMoveBytesByTheRing() {
        Invocation result = client("-n 16M", "--verify", "--io-transport", "io_uring");
        assumeFalse(result.err().contains("io_uring can't be used here"), result.err());

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out()).contains("every byte was verified");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-n 1M",
                "-n 1M --profile standard",
                "-n 1M --op send --verify",
                "-n 1M --busy-poll 50us",
                "-n 1M --event-loops 2 -P 4 --verify",
                "-n 1M --io-transport nio --verify",
                "-n 1M --no-gso --no-gro --event-loops 2 -P 4 --verify",
                "-n 1M --cc dcqcn --reference-rate 1G",
                "-n 1M --profile standard --cc timely-patched --reference-rate 1G --control tcp",
                "-n 1M --profile standard --cc dcqcn --reference-rate 1G",
                "-n 1M --op read -R",
                "-n 1M --bidir -P 2",
                "-n 1M --get-server-output",
                "-n 1M --protocol tcp",
                "-n 1M --protocol tcp --bidir --verify",
                "-t 0.2 -O 0.1 -i 0.1",
                "-t 0.2 -O 0 -i 0",
            })
    void shouldPrintOneStrictJsonObject(String options) {
        Invocation result = client((options + " --json").split(" ", -1));

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        JsonNode run = LocalServer.json(result.out());
        assertThat(run.path("start").path("test_start").path("blksize").asInt()).isEqualTo(65_536);
        assertThat(run.path("start").path("connected").get(0).path("remote_host").asString())
                .isEqualTo(LocalServer.HOST);
        JsonNode end = run.path("end");
        assertThat(end.path("sum_received").path("bits_per_second").asDouble()).isPositive();
        assertThat(end.path("sum_sent").path("bytes").isIntegralNumber()).isTrue();
        assertThat(end.path("cpu_utilization_percent").path("host_total").isNumber()).isTrue();
        assertThat(end.path("urdma").path("spurious_share").isNumber()).isTrue();
        long bytes = 0;
        for (JsonNode interval : run.path("intervals")) {
            assertThat(interval.path("urdma").path("rtt_ms").isNumber()).isTrue();
            assertThat(interval.path("streams").isArray()).isTrue();
            JsonNode sum = interval.path("sum");
            bytes += sum.path("omitted").asBoolean() ? 0 : sum.path("bytes").asLong();
        }
        assertThat(bytes).isEqualTo(end.path("sum_received").path("bytes").asLong());
        boolean dated = !options.contains("standard") && !options.contains("tcp");
        assertThat(end.path("urdma").has("jitter_ms")).isEqualTo(dated);
        assertThat(run.has("error")).isFalse();
        assertThat(run.has("server_output_text")).isEqualTo(options.contains("server-output"));
    }

    /** On one machine nothing stands between the clocks but what they count in. */
    @ParameterizedTest
    @ValueSource(strings = {"-n 4M", "-n 4M --op read", "-n 4M -R", "-n 4M --op send -P 3"})
    void shouldTimeTheOneWayBetweenProcessesOfOneMachine(String options) {
        JsonNode end =
                LocalServer.json(client((options + " --json").split(" ", -1)).out()).path("end");
        JsonNode urdma = end.path("urdma");

        assertThat(urdma.path("one_clock").asBoolean()).isTrue();
        assertThat(urdma.path("one_way_delay_error_ms").asDouble()).isEqualTo(0.000128);
        // T1 may be that of a packet's turn in its batch, a little after it left
        assertThat(urdma.path("one_way_delay_ms").asDouble()).isBetween(-1.0, 60_000.0);
        assertThat(urdma.path("jitter_ms").asDouble()).isNotNegative();
        assertThat(client(options.split(" ", -1)).out())
                .containsPattern("jitter \\d+\\.\\d{4} ms; one way .* both ends have one clock");
    }

    @Test
    void shouldSweepOverSizes(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("sweep.html");
        Invocation table =
                Invocation.of(
                        "bench",
                        "client",
                        LocalServer.HOST,
                        "-p",
                        server.port(),
                        "-w",
                        "4M",
                        "--sweep",
                        "--depth",
                        "2",
                        "-t",
                        "0.1",
                        "-O",
                        "0",
                        "--report",
                        page);

        assertThat(table.err()).isEmpty();
        List<String> lines = table.out().lines().map(String::strip).toList();
        assertThat(lines.getFirst())
                .matches("#bytes +#iterations +BW peak.* +BW average.* +MsgRate.*");
        // 2 bytes to 8 MiB: 2^1 to 2^23.
        assertThat(lines).hasSize(1 + 23);
        assertThat(lines.get(1)).startsWith("2 ");
        assertThat(lines.getLast()).startsWith("8388608 ");
        assertThat(page).content().contains("</html>");
    }

    @Test
    void shouldSweepOverSizesAsJson() {
        Invocation result =
                Invocation.of(
                        "bench",
                        "client",
                        LocalServer.HOST,
                        "-p",
                        server.port(),
                        "-w",
                        "4M",
                        "--sweep",
                        "-t",
                        "0.25",
                        "-O",
                        "0",
                        "--latency",
                        "--json");

        assertThat(result.err()).isEmpty();
        JsonNode runs = LocalServer.json(result.out()).path("runs");
        assertThat(runs.size()).isEqualTo(23);
        assertThat(runs.get(1).path("start").path("test_start").path("blksize").asInt())
                .isEqualTo(4);
    }

    @Test
    void shouldPrintTimesOfRequestsAndWriteAPage(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("run.html");
        Invocation result =
                Invocation.of(
                        "bench",
                        "client",
                        LocalServer.HOST,
                        "-p",
                        server.port(),
                        "-w",
                        "4M",
                        "--latency",
                        "-l",
                        "64",
                        "-n",
                        "640",
                        "--report",
                        page,
                        "-T",
                        "my title");

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("t_min us", "t_typical us", "99.9 % us");
        assertThat(result.out().lines().toList().getLast()).matches(" +10( +\\d+\\.\\d\\d){6}");
        assertThat(page).content().contains("my title");
    }

    @Test
    void shouldPrintAJsonObjectALine() {
        Invocation result = client("-t", "0.2", "-O", "0", "-i", "0.1", "--json-stream");

        List<String> events =
                result.out()
                        .lines()
                        .map(line -> LocalServer.json(line).path("event").asString())
                        .toList();
        assertThat(events).containsExactly("start", "interval", "interval", "end");
        assertThat(result.status()).isZero();
    }

    @Test
    void shouldPrintALineForEachIntervalAndASummary() {
        Invocation result = client("-t", "0.2", "-O", "0.1", "-i", "0.1", "-P", "2");

        assertThat(result.status()).isZero();
        assertThat(result.out())
                .contains("URDMA RC write of 64.0 KiB, posted by the client, 2 queue");
        assertThat(result.out().lines().filter(line -> line.matches(" +\\d+\\.\\d\\d-\\d.*")))
                .hasSize(3);
        assertThat(result.out().lines().filter(line -> line.endsWith(" omitted"))).hasSize(1);
        assertThat(result.out().lines()).allMatch(line -> line.length() <= 100);
        assertThat(result.out()).contains("received ", "lost by the path ", "CPU s per GB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--bidir -P 2 -b 1G", "-R --profile standard --reference-rate 1G"})
    void shouldTimeRoundTripsBesideTheTraffic(String options) throws IOException {
        Path file = Files.createTempFile(folder, "run", ".json");
        Invocation result =
                client(
                        "-t 0.4 -O 0.1 -i 0.1 --latency-under-load --json-file %s %s"
                                .formatted(file, options)
                                .split(" ", -1));

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out().lines())
                .anyMatch(line -> line.startsWith("      idle   t_min us"))
                .anyMatch(line -> line.startsWith("    loaded   t_min us"))
                .anyMatch(line ->
                        line.matches("responsiveness \\d+ round trips a minute, idle \\d.{1,60}"));
        JsonNode times =
                LocalServer.json(Files.readString(file)).path("end").path("responsiveness");
        assertThat(times.path("rpm").asDouble()).isPositive();
        assertThat(times.path("idle_rpm").asDouble()).isPositive();
        assertThat(times.path("loaded_us").path("p99").asDouble()).isPositive();
        assertThat(times.path("idle_us").path("count").asInt()).isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--no-gso --no-gro --bidir | without GSO and GRO here | GSO,GRO",
                "--no-gro -R --profile standard | without GRO here | GRO",
                "--no-gso --profile standard --qp ud -l 1K | without GSO here | GSO",
            })
    void shouldSayWhatItDoesWithout(String options, String line, String names) throws IOException {
        Path file = Files.createTempFile(folder, "run", ".json");
        Invocation result =
                client("-n 1M --json-file %s %s".formatted(file, options).split(" ", -1));

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out().lines()).contains(line);
        JsonNode start = LocalServer.json(Files.readString(file)).path("start").path("test_start");
        assertThat(start.path("without").valueStream().map(JsonNode::asString))
                .containsExactly(names.split(",", -1));
        assertThat(start.path("peer_without").isEmpty()).isTrue();
    }

    @Test
    void shouldSayWhatTheServerDoesWithout() throws IOException {
        Backend backend =
                Backend.of(
                        ContextAttr.DEFAULT,
                        FlowControl.DEFAULT,
                        Optional.empty(),
                        false,
                        OptionalInt.empty(),
                        EnumSet.of(UdpOffload.GRO));
        try (LocalServer other = new LocalServer(backend)) {
            Invocation result = other.client("-w 4M -n 1M --get-server-output".split(" ", -1));

            assertThat(result.out().lines())
                    .containsSubsequence(
                            "without GRO there", "the server's output:", "without GRO");
        }
    }

    @Test
    void shouldPrintWhatQueuePairsOfEachWeightCameTo() {
        Invocation result = client("-P 3 --weights 4,1 --bytes 3M --interval 0".split(" "));

        assertThat(result.status()).isZero();
        assertThat(result.out())
                .contains("; weights 4,1")
                .containsSubsequence("weight 1: 1 queue pair, ", "weight 4: 2 queue pairs, ");
    }

    @Test
    void shouldPrintADashForWhatAReceivingServerCannotSee() {
        Invocation result = client("-t", "0.2", "-O", "0", "-i", "0.1", "--get-server-output");

        String server = result.out().substring(result.out().indexOf("the server's output:"));
        assertThat(server.lines().filter(line -> line.matches(" +\\d+\\.\\d\\d-\\d.*")))
                .isNotEmpty()
                .allMatch(line -> line.matches(".* [kMG]?bit/s( +-){5} +\\d+ +\\d+"));
        assertThat(server).contains("received ", "by the receiver's socket lost ");
        assertThat(server).doesNotContain("acknowledged", "sent again");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--qp xx | --qp is one of rc, uc, ud, not \"xx\"",
                "--qp uc | --qp uc needs --protocol standard",
                "--qp uc --protocol tcp | --qp uc needs --protocol standard",
                "--qp uc --protocol standard --op read | --qp uc has --op write, write-imm or send",
                "--qp ud --protocol standard --op write | --qp ud has --op send only",
                "--qp ud --protocol standard -l 5000 | --size is 4096 at most",
                "--qp ud --protocol standard --verify | --verify and --latency need --qp rc",
                "--qp uc --protocol standard --latency | --verify and --latency need --qp rc",
                "--op put | --op is one of write, write-imm, send, read, cas, faa, not \"put\"",
                "--op faa --size 16 | atomic operations have a size of 8 bytes",
                "--size 0 | --size is 0",
                "--size 1X | --size: \"1X\" is not a size",
                "-t 1 -n 1M | give --time or --bytes, not both",
                "-t x | --time: \"x\" is not a time",
                "-n 0 | --bytes is 1 or more",
                "-n 1M --bytes 2M | option '--bytes' (BYTES) should be specified only once",
                "-p 1 --port=2 | option '--port' (PORT) should be specified only once",
                "-i 0.001 | --interval is 10ms or more",
                "--depth 0 | --depth is 0",
                "--busy-poll 2s | --busy-poll is 2s, must be 0 to 1s",
                "--busy-poll 50 | --busy-poll: \"50\" is not a time",
                "--busy-poll 50us --backend pcap | --busy-poll needs --backend udp or raw",
                "--event-loops 0 | --event-loops is 0, must be 1 to 64",
                "--event-loops 2 --backend raw | --event-loops needs --backend udp",
                "--io-transport iouring | --io-transport is one of epoll, io_uring, nio, not",
                "--io-transport nio --backend raw | --io-transport is for RDMA over --backend udp",
                "--io-transport io_uring --protocol tcp | --io-transport is for RDMA over",
                "--io-transport io_uring --busy-poll 50us | --busy-poll needs --io-transport epoll",
                "--io-transport nio --event-loops 2 | --event-loops needs --io-transport epoll or",
                "-P 0 | --qps is 0",
                "-R --bidir | give --reverse or --bidir, not both",
                "--profile tcp | --profile is urdma or standard",
                "--protocol ipx | --protocol is one of urdma, standard, tcp",
                "--protocol tcp --op send | TCP has no --op",
                "--protocol tcp --fec auto | --fec is not an option of this protocol",
                "--profile standard --cc rrcc | --cc rrcc needs the reports of URDMA",
                "--cc cubic | --cc is one of rrcc, fixed, dcqcn, timely, timely-patched",
                "--cc dcqcn | --cc dcqcn begins at the rate of the line; give it as",
                "--protocol tcp --cc dcqcn | --cc is not an option of this protocol",
                "--profile standard --op read --cc timely --reference-rate 1G | use --cc dcqcn",
                "--profile standard --qp ud --op send -l 64 --cc dcqcn --reference-rate 1G | --qp ud",
                "--protocol tcp -P 2 --weights 1,4 | --weights is not an option of this protocol",
                "-P 2 --weights 1:4 | --weights is like 1,4, numbers from 1 to 255, not \"1:4\"",
                "-P 2 --weights 0,4 | --weights is 0, must be 1 to 255",
                "--weights 1,4 | --weights has 2 weights for 1 queue pair; give --qps 2",
                "-P 2 --weights 1,4 --cc fixed | --weights need a congestion control with a window",
                "-P 2 --weights 1,4 --rails auto | --weights count over one path",
                "--fec 3 | 3",
                "--fec 20,129 | FEC groups have at most 128 repair packets",
                "--rate x | --rate: \"x\" is not a rate",
                "--mtu 1001 | --mtu is 1001, must be a multiple of 4",
                "--profile standard --mtu 1500 | 1500",
                "--timeout 32 | --timeout is 32",
                "--retry 8 | --retry is 8",
                "--dscp 64 | --dscp is 64",
                "-4 -6 | give -4 or -6, not both",
                "-p 0 | --port is 0",
                "--sweep --size 1K | --sweep tries all sizes",
                "--sweep --json-stream | --sweep has no --json-stream",
                "--latency -P 2 | --latency has --depth 1, --qps 1",
                "--json --json-stream | give --json or --json-stream, not both",
                "--json-file target | --json-file: target is a folder",
                "--json-file no/such/run.json | there is no folder",
                "--json-file target/x --report target/../target/x | are the same file",
                "--no-gro --backend raw | --no-gso and --no-gro are for RDMA over --backend udp",
                "--no-gso --protocol tcp | --no-gso and --no-gro are for RDMA over --backend udp",
                "--latency-under-load --latency | give --latency or --latency-under-load, not both",
                "--latency-under-load --sweep | --latency-under-load is for one run",
                "--latency-under-load --protocol tcp | not for TCP, UC and UD",
                "--latency-under-load --profile standard --qp ud | not for TCP, UC and UD",
                "--multicast 239.1.2.3 | --multicast needs --qp ud: connections have one peer",
                "--multicast x --protocol tcp | --multicast needs --qp ud",
                "--qp ud --multicast 239.1.2.3 | --qp ud needs --protocol standard",
                "--qp ud --profile standard --multicast 10.0.0.1 | \"10.0.0.1\" is no multicast",
                "--qp ud --profile standard --multicast example.org | is no multicast address",
                "--qp ud --profile standard --multicast 239.1.2.3 -R | the client sends to a group",
                "--qp ud --profile standard --multicast 239.1.2.3 -P 2 | leave --qps out",
                "--qp ud --profile standard --multicast 239.1.2.3 -l 15 | --size is 16 at least",
                "--min-rate x | --min-rate: \"x\" is not a rate",
                "--min-rate 0 | --min-rate",
                "--min-rate 1G --sweep | --min-rate is for bulk: leave it out with --sweep",
                "--min-rate 1G --latency | --min-rate is for bulk: leave it out with --latency",
            })
    void shouldRefuseWhatIsWrongInOneLine(String options, String message) {
        List<Object> call = new ArrayList<>(List.of("bench", "client", LocalServer.HOST));
        call.addAll(List.of((Object[]) options.strip().split(" ", -1)));

        Invocation result = Invocation.of(call.toArray());

        assertThat(result.errLines().getFirst()).startsWith("urdma: ").contains(message);
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.errLines()).hasSize(2).last().asString().startsWith("Try: ");
        assertThat(result.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 1M", "-n 1M --bidir", "-n 1M --protocol tcp -R", "-n 1M --json"})
    void shouldSucceedAtTheLeastRate(String options) {
        Invocation result = client((options + " --min-rate 1k").split(" ", -1));

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out()).doesNotContain("\"error\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 1M", "-n 1M --bidir", "-n 1M --protocol tcp -R"})
    void shouldSayByHowMuchItWasTooSlow(String options) {
        Invocation result = client((options + " --min-rate 4T").split(" ", -1));

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errLines()).hasSize(1);
        assertThat(result.err())
                .matches(
                        "(?s)urdma: (client to server: |server to client: )?\\S+ [kMG]?bit/s received,"
                                + " \\S+ [GT]bit/s \\(\\d+\\.\\d %\\) less than --min-rate 4.00 Tbit/s\\n");
        assertThat(result.err().contains(" to ")).isEqualTo(options.contains("--bidir"));
        assertThat(result.out()).contains("received ");
    }

    @Test
    void shouldSayInJsonThatItWasTooSlow() {
        Invocation whole = client("-n 1M --verify --min-rate 4T --json".split(" ", -1));
        Invocation lines = client("-n 1M --min-rate 4T --json-stream".split(" ", -1));

        assertThat(List.of(whole.status(), lines.status())).containsOnly(1);
        JsonNode run = LocalServer.json(whole.out());
        assertThat(run.path("error").asString()).contains("less than --min-rate 4.00 Tbit/s");
        assertThat(run.path("end").path("verified").asBoolean()).isTrue();
        assertThat(lines.out().lines().map(line -> LocalServer.json(line).path("event").asString()))
                .containsSubsequence("end", "error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--json", "--json-stream"})
    void shouldSayThatNobodyListens(String option) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, LocalServer.ADDRESS)) {
            port = free.getLocalPort();
        }
        List<Object> call =
                new ArrayList<>(List.of("bench", "client", LocalServer.HOST, "-p", port));
        if (!option.isEmpty()) {
            call.add(option);
        }

        Invocation result = Invocation.of(call.toArray());

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errLines()).hasSize(1);
        assertThat(result.err())
                .startsWith("urdma: can't reach %s port %d".formatted(LocalServer.HOST, port))
                .contains("does `./urdma bench server` run there?");
        if (!option.isEmpty()) {
            assertThat(LocalServer.json(result.out()).toString()).contains("can't reach");
        }
    }

    @Test
    void shouldSayThatAHostIsUnknown() {
        Invocation result = Invocation.of("bench", "client", "no.such.host.invalid");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.err())
                .isEqualToIgnoringNewLines(
                        "urdma: no address is known for \"no.such.host.invalid\"");
    }

    @Test
    void shouldSayThatThePortIsTaken() {
        Invocation result =
                Invocation.of("bench", "server", "-B", LocalServer.HOST, "-p", server.port());

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errLines()).hasSize(1);
        assertThat(result.err())
                .contains("can't listen on %s port %d".formatted(LocalServer.HOST, server.port()));
    }

    @Test
    void shouldGroupItsHelpAndGiveDefaults() {
        Invocation result = Invocation.of("bench", "client", "--help");

        assertThat(result.out())
                .contains("What is moved:", "How the path is used:", "Where:", "What is printed:")
                .contains("default 1M", "default 10", "default 4791", "Exit status:");
    }
}
