package org.urdma4j.tools.rping;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;

import java.util.List;

/** A client that was killed doesn't say that it goes. */
@Timeout(120)
class KilledClientTest {
    private static final String SERVER = "127.44.9.1";

    @Test
    void shouldServeTheNextClientAtOnce() throws Exception {
        try (CommandProcess server =
                CommandProcess.start(
                        List.of(), "rping", "-s", "-P", "-a", SERVER, "-d", "--timeout", "86400")) {
            server.awaitLine(line -> line.startsWith("listening "));
            try (CommandProcess killed =
                    CommandProcess.start(
                            List.of(), "rping", "-c", "-a", SERVER, "-I", "127.44.9.2", "-v")) {
                killed.awaitLine(line -> line.contains("ping data"));
            }

            Invocation next =
                    Invocation.of("rping", "-c", "-a", SERVER, "-I", "127.44.9.3", "-C", 3);

            assertThat(next.err()).isEmpty();
            assertThat(next.status()).isZero();
            server.awaitLine(line -> line.equals("3 pings answered"));
        }
    }
}
