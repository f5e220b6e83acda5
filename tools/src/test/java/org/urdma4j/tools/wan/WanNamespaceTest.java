package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.tools.Invocation;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.linux.Namespace;
import org.urdma4j.wan.WanConfig;
import org.urdma4j.wan.WanPath;
import org.urdma4j.wan.shuttle.DirectionReport;
import org.urdma4j.wan.shuttle.ShuttleReport;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** The path between real kernels: namespaces that the test makes, and sockets in them. */
@Tag("netns")
@Timeout(120)
class WanNamespaceTest {
    private static final long MS = 1_000_000;

    @RegisterExtension private final NamespacePair pair = new NamespacePair();

    @TempDir private Path folder;

    private WanConfig config(String... options) {
        return WanCommandTest.parse(pair.first, pair.second, List.of(options));
    }

    @Test
    void theRoundTripShouldBeTwiceTheDelayAndNeverLess() throws Exception {
        try (WanPath path = WanPath.open(config("--delay", "10ms", "--mtu", "9000"), () -> {})) {
            for (String to : List.of(WanPath.SECOND.ipv4(), WanPath.SECOND.ipv6())) {
                List<Long> tripsNs = roundTrips(to, 20);
                long shortestNs = tripsNs.stream().min(Long::compare).orElseThrow();
                assertThat(shortestNs).isBetween(20 * MS, 30 * MS);
            }
            ShuttleReport report = path.stop().path();
            assertThat(report.there().offered()).isGreaterThanOrEqualTo(40);
            assertThat(report.there().delivered()).isEqualTo(report.there().offered());
            assertThat(path.deviceDrops()).isZero();
        }
    }

    /** Sends datagrams to an echo in the other namespace, one after another. */
    private List<Long> roundTrips(String to, int count) throws Exception {
        DatagramSocket echo =
                new Namespace(pair.second)
                        .call(() -> new DatagramSocket(new InetSocketAddress(to, 7000)));
        DatagramSocket socket = new Namespace(pair.first).call(() -> new DatagramSocket());
        List<Long> trips = new ArrayList<>();
        try (echo;
                socket) {
            Thread.ofPlatform().daemon().start(() -> echoForever(echo));
            socket.setSoTimeout(5000);
            byte[] bytes = new byte[8000];
            for (int i = 0; i < count; i++) {
                long startNs = SystemClock.nowNs();
                socket.send(
                        new DatagramPacket(bytes, bytes.length, InetAddress.getByName(to), 7000));
                socket.receive(new DatagramPacket(bytes, bytes.length));
                trips.add(SystemClock.nowNs() - startNs);
            }
        }
        return trips;
    }

    private static void echoForever(DatagramSocket socket) {
        byte[] bytes = new byte[9000];
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
                socket.receive(packet);
                socket.send(packet);
            }
        } catch (IOException _) {
            // closed
        }
    }

    @Test
    void tcpShouldArriveIntactWhateverHappens() throws Exception {
        WanConfig config =
                config(
                        "--rate",
                        "1G",
                        "--delay",
                        "1ms",
                        "--loss",
                        "0.5%",
                        "--reorder",
                        "0.5%",
                        "--duplicate",
                        "0.5%",
                        "--corrupt",
                        "0.2%",
                        "--seed",
                        "3");
        try (WanPath path = WanPath.open(config, () -> {})) {
            byte[] sent = new byte[8 << 20];
            new Random(1).nextBytes(sent);
            assertThat(transfer(sent)).isEqualTo(sent);
            DirectionReport there = path.stop().path().there();
            // 5793 packets of 1448 bytes at least, each drawn for itself
            assertThat(there.offered()).isGreaterThan(5793);
            assertThat(there.framesRead()).as("super-packets").isLessThan(there.offered());
            assertThat(there.lost()).isBetween(5L, 100L);
            assertThat(there.duplicated()).isBetween(5L, 100L);
            assertThat(there.corrupted()).isBetween(1L, 60L);
            assertThat(there.refused()).isZero();
        }
    }

    /** Connects inside, since a socket of Java is made no earlier. */
    private Socket connect(int port) throws Exception {
        return new Namespace(pair.first)
                .call(() -> {
                    Socket socket = new Socket();
                    socket.connect(new InetSocketAddress(WanPath.SECOND.ipv4(), port), 20_000);
                    return socket;
                });
    }

    private byte[] transfer(byte[] bytes) throws Exception {
        try (ServerSocket server = new Namespace(pair.second).call(() -> new ServerSocket(7001));
                Socket client = connect(7001)) {
            server.setSoTimeout(20_000);
            try (Socket accepted = server.accept()) {
                Thread writer =
                        Thread.ofPlatform()
                                .daemon()
                                .start(() -> {
                                    try {
                                        client.getOutputStream().write(bytes);
                                        client.shutdownOutput();
                                    } catch (IOException _) {
                                        // the reader misses it
                                    }
                                });
                byte[] read = accepted.getInputStream().readAllBytes();
                writer.join();
                return read;
            }
        }
    }

    /** The response function of Reno, 1.22 MSS / (RTT sqrt(p)), which CUBIC follows here. */
    @Test
    void cubicShouldBeWithinAFactorOfTwoOfTheory() throws Exception {
        double loss = 0.005;
        double rttS = 0.010;
        double expectedBps = 1.22 * 8 * 1448 / (rttS * Math.sqrt(loss));
        WanConfig config = config("--rate", "1G", "--delay", "5ms", "--loss", "0.5%");
        try (WanPath path = WanPath.open(config, () -> {})) {
            int status =
                    NamespacePair.status(
                            "ip",
                            "-n",
                            pair.first,
                            "route",
                            "replace",
                            "10.77.0.0/24",
                            "dev",
                            "wan0",
                            "src",
                            "10.77.0.1",
                            "congctl",
                            "cubic");
            NamespacePair.require(status == 0, "this kernel has no CUBIC");
            double bps = throughput(6.0);

            assertThat(bps).isBetween(expectedBps / 2, 2 * expectedBps);
            DirectionReport there = path.stop().path().there();
            assertThat(there.droppedByQueue()).isZero();
        }
    }

    private double throughput(double seconds) throws Exception {
        try (ServerSocket server = new Namespace(pair.second).call(() -> new ServerSocket(7002));
                Socket client = connect(7002)) {
            server.setSoTimeout(20_000);
            Socket accepted = server.accept();
            Thread.ofPlatform().daemon().start(() -> writeForever(client));
            byte[] buffer = new byte[1 << 16];
            long bytes = 0;
            long startNs = SystemClock.nowNs();
            long elapsedNs = 0;
            try (accepted;
                    InputStream in = accepted.getInputStream()) {
                while (elapsedNs < seconds * 1e9) {
                    bytes += in.read(buffer);
                    elapsedNs = SystemClock.nowNs() - startNs;
                }
            }
            return 8e9 * bytes / elapsedNs;
        }
    }

    private static void writeForever(Socket socket) {
        byte[] bytes = new byte[1 << 16];
        try {
            OutputStream out = socket.getOutputStream();
            while (true) {
                out.write(bytes);
            }
        } catch (IOException _) {
            // closed
        }
    }

    @Test
    void aCaptureShouldHoldWirePackets() throws Exception {
        Path file = folder.resolve("wire.pcap");
        long offered;
        try (WanPath path =
                WanPath.open(config("--delay", "1ms", "--pcap", file.toString()), () -> {})) {
            byte[] sent = new byte[1 << 20];
            assertThat(transfer(sent)).isEqualTo(sent);
            ShuttleReport report = path.stop().path();
            offered = report.there().offered() + report.back().offered();
        }
        // 16 bytes before each packet, 24 before all
        assertThat(Files.size(file))
                .isBetween(24 + offered * (16 + 42), 24 + offered * (16 + 1514));
        Invocation check = Invocation.of("pcap", "check", file);
        assertThat(check.status()).isZero();
    }

    @Test
    void theCommandShouldEndOnSigtermAndLeaveNothing() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process =
                new ProcessBuilder(
                                java,
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "org.urdma4j.tools.Urdma",
                                "wan",
                                "--json",
                                "--between",
                                pair.first,
                                pair.second)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        JsonMapper mapper = new JsonMapper();
        try (var lines = process.inputReader()) {
            JsonNode ready = mapper.readTree(lines.readLine());
            assertThat(ready.get("event").asString()).isEqualTo("ready");
            assertThat(devices(pair.first)).contains("wan0");
            assertThat(devices(pair.second)).contains("wan0");
            // unlike Process.destroy it leaves the output open
            process.toHandle().destroy();
            JsonNode end = mapper.readTree(lines.readLine());
            assertThat(end.get("event").asString()).isEqualTo("end");
            assertThat(end.get("data").get("void").isBoolean()).isTrue();
            assertThat(end.get("data").get("there").get("offered").isNumber()).isTrue();
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as("status after SIGTERM").isEqualTo(143);
        } finally {
            process.destroyForcibly();
        }
        assertThat(devices(pair.first)).doesNotContain("wan0");
        assertThat(devices(pair.second)).doesNotContain("wan0");
    }

    private static String devices(String namespace) throws Exception {
        return NamespacePair.output(List.of("ip", "-n", namespace, "link"));
    }

    @Test
    void aNamespaceThatGoesShouldEndTheCommand() throws Exception {
        FutureTask<Invocation> running =
                new FutureTask<>(() -> Invocation.of("wan", "--between", pair.first, pair.second));
        Thread.ofPlatform().daemon().start(running);
        List<String> neighbours = List.of("ip", "-n", pair.second, "neigh");
        while (!NamespacePair.output(neighbours).contains(WanPath.FIRST.ipv6())) {
            Thread.onSpinWait();
        }
        NamespacePair.status("ip", "-n", pair.second, "link", "del", "wan0");
        Invocation ended = running.get(60, TimeUnit.SECONDS);
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.errLines()).hasSize(1);
        assertThat(ended.errLines().getFirst()).contains("wan0", pair.second, "namespace");
        assertThat(devices(pair.first)).doesNotContain("wan0");
    }

    @Test
    void mistakesShouldBeOneLine() {
        Invocation missing = Invocation.of("wan", "--between", pair.first, "urdma-nobody");
        assertThat(missing.status()).isEqualTo(1);
        assertThat(missing.errLines())
                .containsExactly(
                        "urdma: there is no network namespace \"urdma-nobody\"; make it with: ip"
                                + " netns add urdma-nobody");
    }
}
