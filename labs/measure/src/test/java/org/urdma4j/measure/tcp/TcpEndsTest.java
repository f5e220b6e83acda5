package org.urdma4j.measure.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.urdma4j.measure.port.ServerPort;
import org.urdma4j.measure.port.StreamCookie;
import org.urdma4j.measure.traffic.Progress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** Streams over loopback, both ends in this JVM. */
@EnabledOnOs(OS.LINUX)
@Timeout(30)
class TcpEndsTest {
    private static final long COOKIE = StreamCookie.next(() -> 0x1234_5678_9abc_def0L);
    private static final InetAddress SERVER = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress CLIENT = InetAddress.ofLiteral("127.0.0.2");

    private static TcpSettings settings(String congestion, long seed) {
        return new TcpSettings(congestion, 100_000, 0, 0, 0, true, seed, Long.MAX_VALUE);
    }

    @AutoClose private final ServerPort port = Ports.open(SERVER);

    private TcpListener listen(TcpSettings settings, int streams) throws Exception {
        return TcpListener.open(port, settings, COOKIE, streams);
    }

    private TcpDialer dial(TcpSettings settings, int out, int back) throws Exception {
        return TcpDialer.open(
                new InetSocketAddress(SERVER, port.port()),
                CLIENT,
                settings,
                COOKIE,
                out,
                back,
                Progress.NONE);
    }

    private static void until(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    @Test
    void shouldMoveExactlyTheBytesThatWereAskedForBothWays() throws Exception {
        try (TcpListener server = listen(settings("", 1), 3);
                TcpDialer client = dial(settings("", 1), 2, 1)) {
            server.await(10_000);
            client.start(1_234_567);
            server.start(765_432);

            until(() -> server.streams().stream().mapToLong(TcpStream::bytes).sum() >= 3_234_566);
            until(() -> client.streams().stream().mapToLong(TcpStream::bytes).sum() >= 3_234_566);
            assertThat(server.streams())
                    .extracting(TcpStream::bytes)
                    .containsExactlyInAnyOrder(1_234_567L, 1_234_567L, 765_432L);
            assertThat(client.streams().getLast().bytes()).isEqualTo(765_432);
            assertThat(client.failure()).isEmpty();
            assertThat(server.failure()).isEmpty();
            assertThat(client.streams().getFirst().local().getAddress()).isEqualTo(CLIENT);
        }
    }

    @Test
    void shouldKeepSendingUntilItIsStopped() throws Exception {
        try (TcpListener server = listen(settings("", 1), 1);
                TcpDialer client = dial(settings("", 1), 1, 0)) {
            server.await(10_000);
            TcpStream received = server.streams().getFirst();
            client.start(Long.MAX_VALUE);
            until(() -> received.bytes() > 50_000_000);
            client.stop();
            TcpStream sent = client.streams().getFirst();
            // what the channel had goes out, and no more: at most two writes and one in the kernel
            until(() -> sent.info().orElseThrow().inFlightBytes() == 0);
            long before = received.bytes();
            Thread.sleep(50);
            assertThat(received.bytes() - before).isLessThan(50_000_000);
            assertThat(sent.info().orElseThrow().packets()).isPositive();
            assertThat(sent.info().orElseThrow().rttUs()).isPositive();
            assertThat(sent.info().orElseThrow().minRttUs()).isPositive();
            assertThat(sent.info().orElseThrow().sendMss()).isBetween(500L, 65_536L);
        }
    }

    @Test
    void shouldUseTheCongestionControlThatWasAskedForAtBothEnds() throws Exception {
        try (TcpListener server = listen(settings("reno", 1), 2);
                TcpDialer client = dial(settings("reno", 1), 1, 1)) {
            server.await(10_000);
            assertThat(client.streams()).extracting(TcpStream::congestion).containsOnly("reno");
            assertThat(server.streams()).extracting(TcpStream::congestion).containsOnly("reno");
        }
    }

    @Test
    void shouldNameTheCongestionControlsThereAreWhenTheKernelLacksOne() throws Exception {
        String available =
                Files.readString(Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control"))
                        .strip();
        assertThatIOException()
                .isThrownBy(() -> listen(settings("nosuch", 1), 1).close())
                .withMessage(
                        "the kernel has no TCP congestion control \"nosuch\"; it has: "
                                + available);
        try (TcpListener _ = listen(settings("", 1), 1)) {
            assertThatIOException()
                    .isThrownBy(() -> dial(settings("a-name-that-is-too-long", 1), 1, 0))
                    .withMessageContaining("it has: " + available);
        }
    }

    @Test
    void shouldNoticeWrongData() throws Exception {
        try (TcpListener server = listen(settings("", 2), 1);
                TcpDialer client = dial(settings("", 1), 1, 0)) {
            server.await(10_000);
            client.start(10);
            until(() -> !server.failure().isEmpty());
            assertThat(server.failure())
                    .isEqualTo("a TCP stream broke: wrong data among the 10 bytes after byte 0");
        }
    }

    @Test
    void shouldSayThatTheOtherEndIsGone() throws Exception {
        TcpListener server = listen(settings("", 1), 1);
        try (TcpDialer client = dial(settings("", 1), 1, 0)) {
            server.await(10_000);
            client.start(Long.MAX_VALUE);
            server.close();
            until(() -> !client.failure().isEmpty());
            assertThat(client.failure()).contains("TCP stream");
        }
    }

    /**
     * An event loop that is ended in the turn in which a channel came to it does not close that.
     */
    @Test
    void shouldCloseStreamsThatCameAMomentBeforeItsEnd() throws Exception {
        for (int round = 0; round < 100; round++) {
            TcpListener server = listen(settings("", 1), 1);
            try (TcpDialer client = dial(settings("", 1), 1, 0)) {
                server.await(10_000);
                server.close();
                until(() -> client.streams().getFirst().info().isEmpty());
            }
        }
    }

    @Test
    void shouldCloseStrayConnectionsAndTakeTheRightOnes() throws Exception {
        try (TcpListener server = listen(settings("", 1), 1)) {
            try (Socket stray = new Socket(SERVER, port.port())) {
                stray.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
                stray.getOutputStream().flush();
                assertThat(readToEnd(stray)).isTrue();
            }
            try (TcpDialer client = dial(settings("", 1), 1, 0)) {
                server.await(10_000);
                assertThat(server.streams()).hasSize(1);
                assertThat(client.failure()).isEmpty();
            }
        }
    }

    private static boolean readToEnd(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException _) {
            return true; // reset, as it had sent more than was read
        }
    }

    @Test
    void shouldSayInOneLineThatNobodyListensOrComes() throws Exception {
        try (TcpListener server = listen(settings("", 1), 1)) {
            assertThatIOException()
                    .isThrownBy(() -> server.await(1))
                    .withMessage("0 of 1 TCP streams with the client opened within 1 ms");
        }
        InetSocketAddress nobody = new InetSocketAddress(SERVER, port.port());
        port.close();
        assertThatThrownBy(() ->
                        TcpDialer.open(nobody, null, settings("", 1), COOKIE, 1, 0, Progress.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("can't connect a TCP stream to")
                .hasMessageContaining("refused");
    }
}
