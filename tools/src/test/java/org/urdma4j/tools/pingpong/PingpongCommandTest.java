package org.urdma4j.tools.pingpong;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.Invocation;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@code urdma pingpong}, both ends in this JVM, and against a peer that is typed in here. */
class PingpongCommandTest {
    private static final String SERVER = "127.44.7.1";
    private static final String CLIENT = "127.44.7.2";

    /** LID, QPN, PSN and GID of one end on one line of output. */
    private static final String ADDRESS =
            "LID 0x0000, QPN 0x[0-9a-f]{6}, PSN 0x[0-9a-f]{6}, GID ::ffff:127\\.44\\.7\\.";

    @ParameterizedTest
    @CsvSource({"rc,10000,", "uc,10000,-e", "ud,4096,-e", "rc,0,-e", "ud,0,"})
    void shouldBringEveryMessageBack(String qp, int size, String events) throws Exception {
        int port = Invocation.freePort();
        String mode = events == null ? "--rx-depth=7" : events;
        CompletableFuture<Invocation> server =
                Invocation.start(
                        "pingpong",
                        "--qp",
                        qp,
                        "-p",
                        port,
                        "-s",
                        size,
                        "-n",
                        50,
                        "-B",
                        SERVER,
                        mode);
        Invocation client =
                Invocation.ofClient(
                        "pingpong",
                        SERVER,
                        "--qp",
                        qp,
                        "-p",
                        port,
                        "-s",
                        size,
                        "-n",
                        50,
                        "-B",
                        CLIENT,
                        mode);

        for (Invocation end : new Invocation[] {client, server.get()}) {
            assertThat(end.err()).isEmpty();
            assertThat(end.status()).isZero();
            assertThat(end.out().lines().toList())
                    .hasSize(4)
                    .satisfiesExactly(
                            local ->
                                    assertThat(local)
                                            .matches(" {2}local address: {2}" + ADDRESS + "[12]"),
                            remote ->
                                    assertThat(remote)
                                            .matches(" {2}remote address: " + ADDRESS + "[12]"),
                            bytes ->
                                    assertThat(bytes)
                                            .matches(
                                                    "%d bytes in [0-9.]+ seconds = [0-9.]+ Mbit/sec"
                                                            .formatted(100 * size)),
                            iters ->
                                    assertThat(iters)
                                            .matches(
                                                    "50 iters in [0-9.]+ seconds = [0-9.]+"
                                                            + " usec/iter"));
        }
        List<String> ours = client.out().lines().toList();
        List<String> theirs = server.get().out().lines().toList();
        assertThat(ours.get(0).substring(18)).isEqualTo(theirs.get(1).substring(18));
        assertThat(ours.get(1).substring(18)).isEqualTo(theirs.get(0).substring(18));
    }

    /** What ibv_rc_pingpong's server reads and writes, byte by byte. */
    @Test
    void shouldSpeakAsTheProgramsOfRdmaCoreDo() throws Exception {
        String answer = "0000:000011:9e6e21:00000000000000000000ffff7f2c0709";
        try (ServerSocket listener = new ServerSocket()) {
            listener.bind(new InetSocketAddress(InetAddress.getByName(SERVER), 0));
            CompletableFuture<Invocation> client =
                    Invocation.start(
                            "pingpong",
                            SERVER,
                            "-p",
                            listener.getLocalPort(),
                            "-B",
                            CLIENT,
                            "--timeout=1",
                            "--qp",
                            "uc",
                            "-s",
                            "1",
                            "-n",
                            "1");
            try (Socket socket = listener.accept()) {
                String said = read(socket, 52);
                assertThat(said)
                        .matches("0000:[0-9a-f]{6}:[0-9a-f]{6}:00000000000000000000ffff7f2c0702\0");
                socket.getOutputStream().write((answer + '\0').getBytes(StandardCharsets.US_ASCII));
                assertThat(read(socket, 5)).isEqualTo("done\0");
            }
            // Nobody answers the message; what counts here is what was printed before.
            assertThat(client.get().out())
                    .contains(
                            "  remote address: LID 0x0000, QPN 0x000011, PSN 0x9e6e21,"
                                    + " GID ::ffff:127.44.7.9");
            assertThat(client.get().errLines())
                    .singleElement()
                    .asString()
                    .contains("no message came", "0 of 1", "UC sends nothing again");
            assertThat(client.get().status()).isEqualTo(1);
        }
    }

    private static String read(Socket socket, int bytes) throws IOException {
        return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP/1.1 400 Bad Request, and what else a web server has to say | doesn't speak",
                "0000:000011:9e6e21:00000000000000000000000000000000 | named no GID",
                "0000 | hung up"
            })
    void shouldSayWhatIsWrongWithThePeer(String answer, String complaint) throws Exception {
        try (ServerSocket listener = new ServerSocket()) {
            listener.bind(new InetSocketAddress(InetAddress.getByName(SERVER), 0));
            CompletableFuture<Invocation> client =
                    Invocation.start(
                            "pingpong", SERVER, "-p", listener.getLocalPort(), "-B", CLIENT);
            try (Socket socket = listener.accept()) {
                read(socket, 52);
                socket.getOutputStream().write((answer + '\0').getBytes(StandardCharsets.US_ASCII));
                socket.shutdownOutput();
                assertThat(client.get().errLines())
                        .singleElement()
                        .asString()
                        .startsWith("urdma: ")
                        .contains(complaint);
                assertThat(client.get().status()).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--qp=rd, --qp",
        "--mtu=1500, --mtu",
        "-s=-1, --size",
        "-n=0, --iters",
        "-r=0, --rx-depth",
        "-l=16, --sl",
        "-p=0, --port",
        "--gid-idx=256, --gid-idx",
        "-t=0, --timeout"
    })
    void shouldRefuseWhatCannotBe(String option, String name) {
        Invocation run = Invocation.of("pingpong", option);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.errLines().getFirst()).contains(name);
    }

    @Test
    void shouldSayThatNobodyListens() throws IOException {
        Invocation run = Invocation.of("pingpong", "127.44.7.3", "-p", Invocation.freePort());
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.errLines())
                .singleElement()
                .asString()
                .contains("can't reach 127.44.7.3", "does a pingpong server wait there?");
    }
}
