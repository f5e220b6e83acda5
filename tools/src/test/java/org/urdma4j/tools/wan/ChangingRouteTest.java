package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.gateway.process.Subprocess;
import org.urdma4j.tools.terminal.ThisJava;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A route that carries less in the middle of a transfer, and later as much as before. */
@Tag("netns")
@Timeout(240)
class ChangingRouteTest {
    private static final long PATIENCE_S = 60;
    private static final Pattern PAYLOAD = Pattern.compile("\"payload_bytes\":(\\d+)");

    /** More than headers take of a packet. */
    private static final int HEADERS = 120;

    private RoutedPath path;

    @BeforeEach
    void start() throws Exception {
        path = RoutedPath.make();
        path.carry(9000);
    }

    @AfterEach
    void end() throws Exception {
        if (path != null) {
            path.remove();
        }
    }

    private Subprocess urdma(String role, String arguments) throws Exception {
        List<String> command = new ArrayList<>(ThisJava.command());
        command.addAll(List.of(arguments.split(" ", -1)));
        return Subprocess.start(role, path.inside(role, command));
    }

    /** Matches the first line of an interval with such a payload after those that have been. */
    private static Predicate<String> fullAt(int mtu, int lines) {
        int[] seen = {0};
        return line -> {
            Matcher matcher = PAYLOAD.matcher(line);
            if (++seen[0] <= lines || !line.contains("\"interval\"") || !matcher.find()) {
                return false;
            }
            int payload = Integer.parseInt(matcher.group(1));
            return payload > mtu - HEADERS && payload < mtu;
        };
    }

    private static int lines(Subprocess process) {
        return (int) process.soFar().lines().count();
    }

    /**
     * One run: first nobody says that packets are too long, the second time a router does. What it
     * said the kernel believes for ten minutes, as it would a stranger; the connection asks itself.
     */
    @Test
    void shouldGoOnWithWhatTheRouteCarries() throws Exception {
        path.withoutIcmp();
        String run =
                "bench client "
                        + RoutedPath.SERVER
                        + " -t 300 -O 0 -i 0.1 --json-stream --verify -b 100M";
        try (Subprocess server = urdma("b", "bench server --once")) {
            server.awaitLine(line -> line.contains("listening"), PATIENCE_S);
            try (Subprocess client = urdma("a", run)) {
                client.awaitLine(fullAt(9000, 0), PATIENCE_S);
                follow(client, 1500);
                follow(client, 9000);
                path.withIcmp();
                follow(client, 1500);
                follow(client, 9000);

                String all = client.stop(PATIENCE_S);
                assertThat(all.lines().filter(line -> line.contains("\"event\":\"error\"")))
                        .singleElement(STRING)
                        .contains("interrupted");
            }
        }
    }

    private void follow(Subprocess client, int mtu) throws Exception {
        int before = lines(client);
        path.carry(mtu);
        client.awaitLine(fullAt(mtu, before), PATIENCE_S);
    }
}
