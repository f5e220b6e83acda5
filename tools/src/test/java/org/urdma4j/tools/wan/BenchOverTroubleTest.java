package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.gateway.process.Subprocess;
import org.urdma4j.tools.terminal.ThisJava;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the bench says of paths that don't let everything through: the cause, and it fails. */
@Tag("netns")
@Timeout(180)
class BenchOverTroubleTest {
    /** Of a busy machine, too; the run ends with them. */
    private static final int LONGER_THAN_RETRIES_S = 30;

    private static final long PATIENCE_S = 60;

    /** Its packets are as long as the interface allows from the beginning. */
    private static final String STANDARD = "--protocol standard --reference-rate 100M";

    private RoutedPath path;
    private Subprocess server;

    @BeforeEach
    void start() throws Exception {
        path = RoutedPath.make();
        server = Subprocess.start("server", urdma("b", "bench server"));
        server.awaitLine(line -> line.contains("listening"), PATIENCE_S);
    }

    @AfterEach
    void end() throws Exception {
        if (server != null) {
            server.close();
        }
        if (path != null) {
            path.remove();
        }
    }

    private List<String> urdma(String role, String arguments) {
        List<String> command = new ArrayList<>(ThisJava.command());
        command.addAll(List.of(arguments.split(" ", -1)));
        return path.inside(role, command);
    }

    /** Returns what it printed, if its exit status was 0. */
    private String client(String options) throws IOException, InterruptedException {
        return client(1, options);
    }

    private String client(int seconds, String options) throws IOException, InterruptedException {
        String call =
                "bench client %s -t %d -O 0 -i 0 %s".formatted(RoutedPath.SERVER, seconds, options);
        try (Subprocess client = Subprocess.start("client", urdma("a", call.strip()))) {
            return client.finish(PATIENCE_S);
        }
    }

    /** URDMA begins with small packets and finds out; nobody says that others are too long. */
    @Test
    void shouldGetThroughASmallerMtuThatNobodySays() throws Exception {
        path.withoutIcmp();

        assertThat(client("--verify")).contains("received ");
    }

    @Test
    void shouldGetThroughASmallerMtuThatARouterSays() throws Exception {
        assertThat(client("--verify")).contains("received ");
    }

    @Test
    void shouldNameTheMtuWhereNobodySaysThatPacketsAreTooLong() throws Exception {
        path.withoutIcmp();

        for (int i = 0; i < 2; i++) {
            assertThatIOException()
                    .isThrownBy(() -> client(LONGER_THAN_RETRIES_S, STANDARD))
                    .withMessageContaining("nothing was acknowledged")
                    .withMessageContaining("try --mtu");
        }
        assertThat(client(STANDARD + " --mtu 1024")).contains("received ");
    }

    @Test
    void shouldTakeThePathMtuThatARouterSaid() throws Exception {
        assertThatIOException()
                .isThrownBy(() -> client(LONGER_THAN_RETRIES_S, STANDARD))
                .withMessageContaining("try --mtu");

        assertThat(client(STANDARD)).contains("payload 1024", "received ");
    }

    private void translate() throws Exception {
        path.rules(
                "r",
                "add table ip n",
                "add chain ip n out { type nat hook postrouting priority 100; }",
                "add rule ip n out ip daddr " + RoutedPath.SERVER + " masquerade");
    }

    @Test
    void shouldMeasureFromBehindAddressTranslation() throws Exception {
        translate();

        assertThat(client("--mtu 1024 --udp-port 0")).contains("received ");
        assertThatIOException()
                .isThrownBy(() -> client("--mtu 1024 --udp-port 0 --control tcp"))
                .withMessageContaining("leave out --control tcp");
    }

    @Test
    void shouldNameAddressTranslation() throws Exception {
        translate();

        for (String control : List.of("cm", "tcp")) {
            assertThatIOException()
                    .isThrownBy(() -> client("--mtu 1024 --control " + control))
                    .withMessageContaining("address translation (NAT)")
                    .withMessageContaining(RoutedPath.CLIENT);
        }
    }

    @Test
    void shouldNameThePortThatIsClosedOneWay() throws Exception {
        path.rules(
                "q",
                "add table ip d",
                "add chain ip d way { type filter hook forward priority 0; }",
                "add rule ip d way ip saddr " + RoutedPath.SERVER + " udp dport 4791 drop");

        for (String control : List.of("cm", "tcp")) {
            assertThatIOException()
                    .isThrownBy(() -> client("--mtu 1024 --control " + control))
                    .withMessageContaining("open both ways?");
        }
    }
}
