package org.urdma4j.tools.perftest;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.Invocation;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;

/** {@code urdma perftest}, both ends in this JVM, and against a client that is typed in here. */
@Timeout(60)
class PerftestCommandTest {
    private static final String SERVER = "127.44.8.1";
    private static final String CLIENT = "127.44.8.2";
    private static final String QUEUE_PAIR =
            "0000:0001:000071:f4c2a5:000063cf:00007f85e4e70000:"
                    + "00:00:00:00:00:00:00:00:00:00:ff:ff:7f:2c:08:02:00000000:\0";

    private static CompletableFuture<Invocation> server(int port, Object... arguments) {
        Object[] all = new Object[arguments.length + 5];
        all[0] = "perftest";
        all[1] = "-p";
        all[2] = port;
        all[3] = "-B";
        all[4] = SERVER;
        System.arraycopy(arguments, 0, all, 5, arguments.length);
        return Invocation.start(all);
    }

    @ParameterizedTest
    @CsvSource({"write,65536", "read,10000", "send,5", "write,1"})
    void shouldCompleteAtBothEnds(String op, int size) throws Exception {
        int port = Invocation.freePort();
        CompletableFuture<Invocation> server = server(port, "--op", op, "-s", size, "-n", 300);
        Invocation client =
                Invocation.ofClient(
                        "perftest",
                        SERVER,
                        "-p",
                        port,
                        "-B",
                        CLIENT,
                        "--op",
                        op,
                        "-s",
                        size,
                        "-n",
                        300);

        for (Invocation end : new Invocation[] {client, server.get()}) {
            assertThat(end.err()).isEmpty();
            assertThat(end.status()).isZero();
            assertThat(end.out()).containsPattern("\n %d +300 +0\\.00 +\\d".formatted(size));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "write, 64, read, 64, --op",
        "read, 64, write, 64, --op",
        "read, 64, send, 64, --op",
        "write, 64, write, 128, --size",
        "read, 128, read, 64, --size",
        "send, 64, send, 128, --size",
    })
    void shouldFailAtBothEndsWhenTheyAreThereForDifferentThings(
            String op, int size, String serverOp, int serverSize, String option) throws Exception {
        int port = Invocation.freePort();
        CompletableFuture<Invocation> server =
                server(port, "--op", serverOp, "-s", serverSize, "-n", 10, "--timeout", 5);
        Object[] call = {"perftest", SERVER, "-p", port, "-B", CLIENT, "--op", op, "-s", size};
        Object[] all = Arrays.copyOf(call, call.length + 4);
        System.arraycopy(new Object[] {"-n", 10, "--timeout", 5}, 0, all, call.length, 4);
        Invocation client = Invocation.ofClient(all);

        assertThat(client.status()).isEqualTo(1);
        assertThat(server.get().status()).isEqualTo(1);
        assertThat(client.err() + server.get().err()).contains("give both", option);
    }

    /** As ib_write_bw of perftest 4.5 was heard, but for the address in the GID. */
    @Test
    void shouldAnswerAClientOfPerftest() throws Exception {
        int port = Invocation.freePort();
        CompletableFuture<Invocation> server = server(port, "-n", 20);
        try (Socket socket = connect(port)) {
            assertThat(swap(socket, "6.06\0\0\0\0\0\0\0\0\0\0\0\0")).startsWith("6.06\0");
            assertThat(swap(socket, "\0\0\020\0")).isEqualTo("\0\0\020\0");
            assertThat(swap(socket, "\0\0\0@")).isEqualTo("\0\0\0@");
            assertThat(swap(socket, "3\0")).matches("[1-5]\0");
            for (int i = 0; i < 4; i++) {
                assertThat(swap(socket, QUEUE_PAIR))
                        .matches("0000:0001:([0-9a-f:]{88})00000000:\0")
                        .contains(":00:00:ff:ff:7f:2c:08:01:");
            }
            for (String figure :
                    new String[] {
                        "0000000000010000",
                        "0000000000000014",
                        "40615cdb58e01e6d",
                        "4059e96d02247d4a",
                        "3f5b2ba6aee6b558"
                    }) {
                swap(socket, new String(HexFormat.of().parseHex(figure), ISO_8859_1));
            }
            swap(socket, QUEUE_PAIR);
            assertThat(swap(socket, "done\0")).isEqualTo("done\0");
        }
        Invocation end = server.get();
        assertThat(end.err()).isEmpty();
        assertThat(end.status()).isZero();
        assertThat(end.out())
                .contains(" Mtu             : 1024[B]")
                .contains("remote address: LID 0000 QPN 0x0071 PSN 0xf4c2a5 RKey 0x0063cf")
                .containsPattern("65536 +20 +138\\.90 +103\\.65 +0\\.001658");
    }

    @Test
    void shouldSayThatThePeerIsAnotherProgram() throws Exception {
        int port = Invocation.freePort();
        CompletableFuture<Invocation> server = server(port);
        try (Socket socket = connect(port)) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(ISO_8859_1));
            assertThat(server.get().status()).isEqualTo(1);
        }
        assertThat(server.get().errLines())
                .containsExactly(
                        "urdma: this is no perftest program: it says \"GET / HTTP/1.1\\x0D\\x0A\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--op cas | --op is write, read or send, not \"cas\"",
                "--size 0 | --size is 0, must be 1 to 1073741824",
                "--mtu 1500 | --mtu is 256, 512, 1024, 2048 or 4096, not 1500"
            })
    void shouldSayWhatIsWrong(String arguments, String message) {
        Invocation result = Invocation.of((Object[]) ("perftest " + arguments).split(" "));

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.errLines().getFirst()).isEqualTo("urdma: " + message);
    }

    private static Socket connect(int port) throws Exception {
        for (int i = 0; ; i++) {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(SERVER, port));
                return socket;
            } catch (IOException e) {
                socket.close();
                if (i == 200) {
                    throw e;
                }
                Thread.sleep(50);
            }
        }
    }

    private static String swap(Socket socket, String said) throws IOException {
        byte[] bytes = said.getBytes(ISO_8859_1);
        socket.getOutputStream().write(bytes);
        byte[] heard = new byte[bytes.length];
        new DataInputStream(socket.getInputStream()).readFully(heard);
        return new String(heard, ISO_8859_1);
    }
}
