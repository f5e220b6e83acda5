package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.tools.CommandHost;
import org.urdma4j.tools.Invocation;

import java.io.IOException;
import java.util.List;

/** What the bench says of paths that don't let everything through: the cause, and it fails. */
@Tag("netns")
@Timeout(180)
class BenchOverTroubleTest {
    /** Of a busy machine, too; the run ends with them. */
    private static final String LONGER_THAN_RETRIES = "-t 30 --timeout 12 ";

    /** Its packets are as long as the interface allows from the beginning. */
    private static final String STANDARD = "--protocol standard --reference-rate 100M";

    private static final int OTHER_PORT = 4792;

    private static RoutedPath path;
    private static CommandHost here;
    private static CommandHost there;

    @BeforeAll
    static void start() throws Exception {
        path = RoutedPath.make();
        here = CommandHost.start(path.inside("a", List.of()));
        there = CommandHost.start(path.inside("b", List.of()));
        serve("bench server");
    }

    private static void serve(String call) throws IOException, InterruptedException {
        run(there, call).awaitLine(line -> line.contains("listening"));
    }

    @AfterEach
    void reset() throws Exception {
        path.reset();
    }

    @AfterAll
    static void end() throws Exception {
        for (CommandHost host : new CommandHost[] {here, there}) {
            if (host != null) {
                host.close();
            }
        }
        if (path != null) {
            path.remove();
        }
    }

    private static CommandHost.Command run(CommandHost host, String call) throws IOException {
        return host.run((Object[]) call.split(" ", -1));
    }

    private static CommandHost.Command client(String options) throws IOException {
        return run(here, "bench client " + RoutedPath.SERVER + " -O 0 -i 0 " + options);
    }

    /**
     * Returns what a run printed that went well, and takes as long as the path and the machine do.
     */
    private static String measured(String options) throws IOException, InterruptedException {
        return client("-n 2M " + options).endWell().out();
    }

    /** Returns the line that a run said that failed. */
    private static String failed(CommandHost.Command run) throws IOException, InterruptedException {
        Invocation end = run.end();
        assertThat(end.status()).as(end.out() + end.err()).isEqualTo(1);
        return end.errLines().getLast();
    }

    /** URDMA begins with small packets and finds out; nobody says that others are too long. */
    @Test
    void shouldGetThroughASmallerMtuThatNobodySays() throws Exception {
        path.withoutIcmp();

        assertThat(measured("--verify")).contains("received ");
    }

    @Test
    void shouldGetThroughASmallerMtuThatARouterSays() throws Exception {
        assertThat(measured("--verify")).contains("received ");
    }

    @Test
    void shouldNameTheMtuWhereNobodySaysThatPacketsAreTooLong() throws Exception {
        path.withoutIcmp();

        for (int i = 0; i < 2; i++) {
            assertThat(failed(client(LONGER_THAN_RETRIES + STANDARD)))
                    .contains("nothing was acknowledged", "try --mtu");
        }
        assertThat(measured(STANDARD + " --mtu 1024")).contains("received ");
    }

    @Test
    void shouldTakeThePathMtuThatARouterSaid() throws Exception {
        assertThat(failed(client(LONGER_THAN_RETRIES + STANDARD))).contains("try --mtu");

        assertThat(measured(STANDARD)).contains("payload 1024", "received ");
    }

    private static void translate() throws Exception {
        path.rules(
                "r",
                "add table ip n",
                "add chain ip n out { type nat hook postrouting priority 100; }",
                "add rule ip n out ip daddr " + RoutedPath.SERVER + " masquerade");
    }

    @Test
    void shouldMeasureFromBehindAddressTranslation() throws Exception {
        translate();

        assertThat(measured("--mtu 1024 --udp-port 0")).contains("received ");
        assertThat(failed(client("-t 1 --mtu 1024 --udp-port 0 --control tcp")))
                .contains("leave out --control tcp");
    }

    @Test
    void shouldNameAddressTranslation() throws Exception {
        translate();

        for (String control : List.of("cm", "tcp")) {
            assertThat(failed(client("-t 1 --mtu 1024 --control " + control)))
                    .contains("address translation (NAT)", RoutedPath.CLIENT);
        }
    }

    @Test
    void shouldNameThePortThatIsClosedOneWay() throws Exception {
        path.rules(
                "q",
                "add table ip d",
                "add chain ip d way { type filter hook forward priority 0; }",
                "add rule ip d way ip saddr " + RoutedPath.SERVER + " udp dport 4791-4792 drop");
        serve("bench server -p " + OTHER_PORT);

        CommandHost.Command cm = client("-t 1 --mtu 1024 --control cm");
        CommandHost.Command tcp = client("-t 1 --mtu 1024 --control tcp -p " + OTHER_PORT);
        assertThat(failed(cm)).contains("open both ways?");
        assertThat(failed(tcp)).contains("open both ways?");
    }
}
