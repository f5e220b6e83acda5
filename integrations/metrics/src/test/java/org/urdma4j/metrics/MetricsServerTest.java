package org.urdma4j.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.endpoint.ActiveEndpoint;
import org.urdma4j.endpoint.ActiveGroup;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Verbs;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

class MetricsServerTest {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.11.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.11.2");
    private static final InetSocketAddress ANY =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void end() {
        client.close();
    }

    private HttpResponse<String> ask(MetricsServer server, String method, String path)
            throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:%d%s".formatted(server.address().getPort(), path));
        HttpRequest request =
                HttpRequest.newBuilder(uri).method(method, BodyPublishers.noBody()).build();
        return client.send(request, BodyHandlers.ofString());
    }

    private static Context open(InetAddress address, int port) {
        return Verbs.open(address, ContextAttr.builder().udpPort(port).build());
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(ONE, 0))) {
            return socket.getLocalPort();
        }
    }

    private static final class Silent extends ActiveEndpoint {}

    @Test
    void shouldTellWhatDevicesCount() throws Exception {
        int port = freePort();
        try (Context a = open(ONE, port);
                Context b = open(OTHER, port);
                MetricsServer server = MetricsServer.start(ANY, () -> List.of(a, b));
                ActiveGroup group = ActiveGroup.listen(b, 0, Silent::new);
                PassiveEndpoint end = PassiveEndpoint.connect(a, group.address())) {
            HttpResponse<String> answer = ask(server, "GET", "/metrics");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .hasValue("text/plain; version=0.0.4; charset=utf-8");
            Exposition read = new Exposition(answer.body());
            assertThat(read.samples)
                    .containsEntry("urdma4j_queue_pairs{device=\"udp-127.0.11.1\"}", "1")
                    .containsKey("urdma4j_sent_pkts_total{device=\"udp-127.0.11.2\"}");
            assertThat(read.samples.keySet())
                    .anyMatch(series ->
                            series.startsWith("urdma4j_qp_info{device=\"udp-127.0.11.1\",qp=\"")
                                    && series.contains("state=\"RTS\""));
            assertThat(end.qp().statistics().peer()).startsWith("127.0.11.2");
        }
    }

    @Test
    void shouldKeepQueuePairsToTheirNumber() throws Exception {
        int port = freePort();
        try (Context a = open(ONE, port);
                Context b = open(OTHER, port);
                MetricsServer server = MetricsServer.start(ANY, () -> List.of(a), 0);
                ActiveGroup group = ActiveGroup.listen(b, 0, Silent::new);
                PassiveEndpoint end = PassiveEndpoint.connect(a, group.address())) {
            assertThat(end.qp().qpNum()).isPositive();
            assertThat(ask(server, "GET", "/metrics").body())
                    .contains("urdma4j_queue_pairs{device=\"udp-127.0.11.1\"} 1\n")
                    .doesNotContain("qp_info");
        }
    }

    @Test
    void shouldLeaveOutWhatIsClosed() throws Exception {
        Context a = open(ONE, freePort());
        try (MetricsServer server = MetricsServer.start(ANY, () -> List.of(a))) {
            assertThat(ask(server, "GET", "/metrics").body()).contains("udp-127.0.11.1");
            a.close();
            HttpResponse<String> answer = ask(server, "GET", "/metrics");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEmpty();
        }
    }

    @Test
    void shouldAnswerNothingElse() throws Exception {
        try (MetricsServer server = MetricsServer.start(ANY, List::of)) {
            assertThat(ask(server, "GET", "/").statusCode()).isEqualTo(404);
            assertThat(ask(server, "GET", "/metrics/../etc/passwd").statusCode()).isEqualTo(404);
            assertThat(ask(server, "POST", "/metrics").statusCode()).isEqualTo(405);
            HttpResponse<String> head = ask(server, "HEAD", "/metrics");
            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(head.body()).isEmpty();
        }
    }

    @Test
    void shouldSayWhatItCannotDo() throws Exception {
        try (MetricsServer first = MetricsServer.start(ANY, List::of)) {
            assertThatThrownBy(() -> MetricsServer.start(first.address(), List::of).close())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("metrics can't be served at ")
                    .hasMessageContaining(Integer.toString(first.address().getPort()));
        }
        assertThatThrownBy(() -> MetricsServer.start(ANY, List::of, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mostQueuePairs is -1");
        try (MetricsServer broken =
                MetricsServer.start(
                        ANY,
                        () -> {
                            throw new UnsupportedOperationException("no");
                        })) {
            assertThat(ask(broken, "GET", "/metrics").statusCode()).isEqualTo(503);
        }
    }
}
