package org.urdma4j.tools.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.tools.CommandHost;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.UserNamespaces;
import org.urdma4j.tools.terminal.ThisJava;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Namespaces a, g, h and b in a row: gateways go to g and h, and b writes to a. */
final class GatewayChain implements AutoCloseable {
    private static final List<String> ENDS =
            List.of("--inside", "in0", "--outside", "out0", "--json");

    final UserNamespaces net;

    GatewayChain() throws IOException {
        net = UserNamespaces.chain();
    }

    /** Starts a gateway with more options, and waits until it is ready. */
    CommandProcess gateway(String namespace, String... more) throws Exception {
        CommandProcess process = net.urdma(namespace, words(more));
        process.awaitLine(line -> line.contains("\"ready\""));
        return process;
    }

    private static Object[] words(String... more) {
        return Stream.of(Stream.of("gateway"), ENDS.stream(), Stream.of(more))
                .flatMap(all -> all)
                .toArray();
    }

    /** Has one without privileges try it, and returns what came of it. */
    Invocation withoutPrivileges() throws Exception {
        List<String> command =
                Stream.of(
                                Stream.of(
                                        "setpriv", "--bounding-set", "-all", "--inh-caps", "-all"),
                                ThisJava.command().stream(),
                                Stream.of(words()).map(Object::toString))
                        .flatMap(all -> all)
                        .toList();
        try (CommandProcess process = net.start("g", command)) {
            return process.end();
        }
    }

    /** WRITEs of the standard profile, each byte checked. */
    void write() throws Exception {
        CommandHost.Command serving = net.hosted("a", "bench", "server", "--once");
        serving.awaitLine(line -> line.contains("4791"));
        CommandHost.Command asking =
                net.hosted(
                        "b",
                        "bench",
                        "client",
                        "10.98.0.1",
                        "--protocol",
                        "standard",
                        "--verify",
                        "-n",
                        "2M",
                        "-l",
                        "64K");
        CommandHost.Command.endWell(asking, serving);
    }

    /** Returns what a gateway said last, after Ctrl-C. */
    static JsonNode last(Invocation ended) {
        assertThat(ended.status()).as(ended.err()).isEqualTo(130);
        JsonNode line = JsonMapper.shared().readTree(ended.out().lines().toList().getLast());
        assertThat(line.get("event").asString()).isEqualTo("end");
        return line.get("data");
    }

    @Override
    public void close() {
        net.close();
    }
}
