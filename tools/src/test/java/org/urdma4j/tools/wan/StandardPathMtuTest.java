package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.process.Subprocess;
import org.urdma4j.tools.terminal.ThisJava;

import java.util.ArrayList;
import java.util.List;

/** The standard profile, which can't probe, over a way that carries less than both links. */
@Tag("netns")
@Timeout(240)
class StandardPathMtuTest {
    private static final long PATIENCE_S = 60;

    private RoutedPath path;

    @BeforeEach
    void start() throws Exception {
        path = RoutedPath.make();
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

    /** Returns what a run of some megabytes says, right or wrong. */
    private String run() throws Exception {
        String client = "bench client %s --protocol standard -n 20M --verify -i 0 --json-stream";
        try (Subprocess server = urdma("b", "bench server --once")) {
            server.awaitLine(line -> line.contains("listening"), PATIENCE_S);
            try (Subprocess running = urdma("a", client.formatted(RoutedPath.SERVER))) {
                return running.output(PATIENCE_S);
            }
        }
    }

    @Test
    void shouldTakeTheMtuOfTheRoute() throws Exception {
        path.tellOf(1500);
        assertThat(run()).contains("\"payload_bytes\":1024").doesNotContain("\"error\"");
    }

    /** The first run is what makes a router speak. */
    @Test
    void shouldTakeWhatARouterSaidToTheKernel() throws Exception {
        assertThat(run()).contains("\"error\"");
        assertThat(run()).contains("\"payload_bytes\":1024").doesNotContain("\"error\"");
    }
}
