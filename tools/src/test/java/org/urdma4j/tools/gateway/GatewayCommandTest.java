package org.urdma4j.tools.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.UserNamespaces;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.stream.Stream;

/** As a user without root, who has namespaces of his own. */
class GatewayCommandTest {
    private static Invocation run(UserNamespaces net, String namespace, Object... words)
            throws Exception {
        try (CommandProcess process = net.urdma(namespace, words)) {
            return process.end();
        }
    }

    private static void assertRefused(Invocation invocation, int status, String word) {
        assertThat(invocation.status()).as(invocation.err()).isEqualTo(status);
        assertThat(invocation.errLines().getFirst()).contains(word);
        assertThat(invocation.errLines()).hasSize(status == 2 ? 2 : 1);
    }

    @Test
    @Tag("userns")
    void twoGatewaysShouldCarryConnectionsAndKnowEachOther() throws Exception {
        try (GatewayChain chain = new GatewayChain();
                CommandProcess first = chain.gateway("g");
                CommandProcess second = chain.gateway("h", "--interval", "100ms")) {
            chain.write();
            JsonNode sender = GatewayChain.last(second.interrupt());
            JsonNode receiver = GatewayChain.last(first.interrupt());
            assertThat(sender.at("/gateway/marks").asLong()).isPositive();
            assertThat(receiver.at("/gateway/statuses").asLong()).isPositive();
            for (JsonNode each : List.of(sender, receiver)) {
                assertThat(each.at("/gateway/bad_messages").asLong()).isZero();
                assertThat(each.at("/gateway/no_memory").asLong()).isZero();
                assertThat(each.at("/inside/refused").asLong()).isZero();
                assertThat(each.at("/outside/refused").asLong()).isZero();
            }
            // the WRITEs, at both ends of the link, of the same queue pairs
            JsonNode leaving = sender.at("/flows/0");
            assertThat(leaving.get("half").asString()).isEqualTo("sentry");
            assertThat(leaving.get("source").asString()).isEqualTo("10.98.0.2");
            assertThat(leaving.get("packets").asLong()).isGreaterThanOrEqualTo((2 << 20) / 4096);
            JsonNode arriving = receiver.at("/flows/0");
            assertThat(arriving.get("half").asString()).isEqualTo("depot");
            assertThat(arriving.get("destination").asString()).isEqualTo("10.98.0.1");
            assertThat(arriving.get("qpn")).isEqualTo(leaving.get("qpn"));
            // what leaves one comes to the other
            assertThat(receiver.at("/outside/read").asLong())
                    .isGreaterThanOrEqualTo(sender.at("/outside/written").asLong());
        }
    }

    @Test
    @Tag("userns")
    void anInterfaceThatIsGoneShouldEndIt() throws Exception {
        try (GatewayChain chain = new GatewayChain();
                CommandProcess gateway = chain.gateway("g")) {
            try (CommandProcess remove =
                    chain.net.start("g", List.of("ip", "link", "delete", "in0"))) {
                remove.endWell();
            }
            assertRefused(gateway.end(), 1, "interface in0 is gone");
        }
    }

    @Test
    @Tag("userns")
    void whatCannotBeBridgedShouldBeRefused() throws Exception {
        try (UserNamespaces net = UserNamespaces.chain()) {
            try (CommandProcess change =
                    net.start("g", List.of("ip", "link", "set", "in0", "mtu", "1500"))) {
                change.endWell();
            }
            assertRefused(
                    run(net, "g", "gateway", "--inside", "in0", "--outside", "out0"),
                    2,
                    "in0 has MTU 1500 and out0 9000");
            assertRefused(
                    run(net, "a", "gateway", "--inside", "eth0", "--outside", "lo"),
                    2,
                    "eth0 has an IP address");
        }
    }

    @Test
    void aWrongCallShouldBeOneLineAndStatusTwo() {
        assertRefused(call("--inside nowhere0 --outside nowhere1"), 2, "\"nowhere0\"");
        assertRefused(call("--inside nowhere0 --outside nowhere0"), 2, "both nowhere0");
        assertRefused(call("--inside lo --outside nowhere0"), 2, "lo is no Ethernet");
        assertRefused(call("--inside a"), 2, "--outside");
        assertRefused(call("half --inside a --outside b"), 2, "half");
        assertRefused(call("sentry --fec 8,1 --inside a --outside b"), 2, "both halves");
        assertRefused(call("--rate 10 --inside a --outside b"), 2, "--rate");
        assertRefused(call("--rate unlimited --inside a --outside b"), 2, "--rate");
        assertRefused(call("--interval 0 --inside a --outside b"), 2, "--interval");
        assertRefused(call("--copy-pool -1 --inside a --outside b"), 2, "-1");
        assertRefused(call("--max-flows 9999999 --inside a --outside b"), 2, "--max-flows");
        assertRefused(call("--key /nowhere --inside a --outside b"), 2, "no key file");
        assertRefused(call("--inside a --outside b --namespace no-such-one"), 1, "no-such-one");
    }

    private static Invocation call(String options) {
        return Invocation.of(
                Stream.concat(Stream.of("gateway"), Stream.of(options.split(" ", -1))).toArray());
    }
}
