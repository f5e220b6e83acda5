package org.urdma4j.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Clients that say half of what they want, or more than anybody wants. */
@Timeout(60)
class SlowScrapesTest {
    private static final InetSocketAddress ANY =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private static MetricsServer start(Duration longest) throws IOException {
        return MetricsServer.start(ANY, List::of, 1, longest);
    }

    private static Socket connect(MetricsServer server, String said) throws IOException {
        Socket socket = new Socket(ANY.getAddress(), server.address().getPort());
        socket.getOutputStream().write(said.getBytes(US_ASCII));
        return socket;
    }

    private static String answer(Socket socket) throws IOException {
        try {
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        } catch (SocketException _) {
            return ""; // reset
        }
    }

    @Test
    void shouldNotKeepHalfARequestForEver() throws Exception {
        try (MetricsServer server = start(Duration.ofMillis(100));
                Socket silent = connect(server, "");
                Socket slow = connect(server, "GET /metrics HTTP/1.1\r\nHost:")) {
            assertThat(answer(silent)).isEmpty();
            assertThat(answer(slow)).isEmpty();
        }
    }

    @Test
    void shouldAnswerWhoComesBehindManyThatSayNothing() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try (MetricsServer server = start(Duration.ofDays(1))) {
            for (int i = 0; i < 200; i++) {
                silent.add(connect(server, "GET"));
            }
            try (Socket asking = connect(server, "GET /metrics?x=1 HTTP/1.1\r\nHost: a\r\n\r\n")) {
                asking.shutdownOutput();
                assertThat(answer(asking)).startsWith("HTTP/1.1 200 OK\r\n");
            }
            assertThat(answer(silent.getFirst())).isEmpty();
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void shouldRefuseWhatIsNoRequest() throws Exception {
        try (MetricsServer server = start(Duration.ofDays(1))) {
            for (String said :
                    List.of(
                            "\r\n\r\n",
                            "GET\r\n\r\n",
                            "GET /metrics SPDY/9\r\n\r\n",
                            "GET http:[ HTTP/1.1\r\n\r\n",
                            "GET /metrics HTTP/1.1\r\nA: " + "a".repeat(HttpRequest.MOST_BYTES))) {
                try (Socket socket = connect(server, said)) {
                    socket.shutdownOutput();
                    assertThat(answer(socket)).as(said).startsWith("HTTP/1.1 400 ");
                }
            }
        }
    }

    @Test
    void shouldEndScrapesWhenItIsClosed() throws Exception {
        MetricsServer server = start(Duration.ofDays(1));
        try (Socket silent = connect(server, "GET")) {
            server.close();
            assertThat(answer(silent)).isEmpty();
            server.close();
        }
    }
}
