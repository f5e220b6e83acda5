package org.urdma4j.tools.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** What one gateway makes of another: of half a one, and of one that is of no help. */
@Tag("userns")
class GatewayPeersTest {
    /** More than it takes to know that nobody is there. */
    private static final int MARKS = 16;

    private static GatewayChain chain;

    @TempDir private Path folder;

    @BeforeAll
    static void join() throws IOException {
        chain = new GatewayChain();
    }

    @AfterAll
    static void leave() {
        if (chain != null) {
            chain.close();
        }
    }

    private Path key(int content) throws Exception {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) content;
        Path file = Files.write(folder.resolve("key" + content), bytes);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static List<String> halves(JsonNode end) {
        return end.get("flows").valueStream().map(flow -> flow.get("half").asString()).toList();
    }

    /** Of b's requests h is the Sentry, and g the Depot. */
    @Test
    void halvesOfGatewaysShouldHelpWhatIsForThem() throws Exception {
        try (CommandProcess depot = chain.gateway("g", "depot");
                CommandProcess sentry = chain.gateway("h", "sentry")) {
            chain.write();
            JsonNode sender = GatewayChain.last(sentry.interrupt());
            JsonNode receiver = GatewayChain.last(depot.interrupt());
            assertThat(halves(sender)).isNotEmpty().containsOnly("sentry");
            assertThat(halves(receiver)).isNotEmpty().containsOnly("depot");
            assertThat(sender.at("/gateway/messages").asLong()).isPositive();
            assertThat(receiver.at("/gateway/messages").asLong()).isPositive();
        }
    }

    /** The wrong way round they have nothing to do, and let everything pass. */
    @Test
    void halvesThatAreForOthersShouldLetEverythingPass() throws Exception {
        try (CommandProcess first = chain.gateway("g", "sentry");
                CommandProcess second = chain.gateway("h", "depot")) {
            chain.write();
            for (CommandProcess each : List.of(first, second)) {
                JsonNode end = GatewayChain.last(each.interrupt());
                assertThat(halves(end)).isEmpty();
                assertThat(end.at("/gateway/marks").asLong()).isZero();
                assertThat(end.at("/gateway/frames").asLong()).isPositive();
            }
        }
    }

    private static void assertSaidOnce(Invocation gateway, String what) {
        GatewayChain.last(gateway);
        assertThat(gateway.errLines())
                .containsExactly(
                        "urdma: the gateway at the far end " + what + "; traffic goes on plain");
    }

    /** The sender's only sees that nobody answers, if for long enough. */
    @Test
    void anotherKeyShouldBeSaidOnceAndTrafficGoOn() throws Exception {
        try (CommandProcess first = chain.gateway("g", "--key", key(1).toString());
                CommandProcess second = chain.gateway("h", "--key", key(2).toString())) {
            chain.write();
            assertSaidOnce(
                    first.interrupt(),
                    "has another key: give both ends the same --key, or neither one");
            GatewayChain.last(second.interrupt());
        }
    }

    @Test
    void noKeyShouldBeSaidOnceAndTrafficGoOn() throws Exception {
        try (CommandProcess first = chain.gateway("g", "--key", key(1).toString());
                CommandProcess second = chain.gateway("h")) {
            chain.write();
            assertSaidOnce(first.interrupt(), "has no key: give it this end's --key");
            GatewayChain.last(second.interrupt());
        }
    }

    /** The one at the far end is for the other half, so that nobody answers. */
    @Test
    void nobodyShouldBeSaidOnceAndTrafficGoOn() throws Exception {
        try (CommandProcess first = chain.gateway("g", "sentry");
                CommandProcess second =
                        chain.gateway("h", "--long-rtt", "1ms", "--interval", "100ms")) {
            AtomicLong marks = new AtomicLong();
            while (marks.get() < MARKS) {
                chain.write(); // with one mark at least, as quick as it may be
                long before = marks.get();
                second.awaitLine(line -> marks.accumulateAndGet(marks(line), Math::max) > before);
            }
            assertSaidOnce(second.interrupt(), "does not answer: start one there");
            GatewayChain.last(first.interrupt());
        }
    }

    private static long marks(String line) {
        return JsonMapper.shared().readTree(line).at("/data/gateway/marks").asLong();
    }

    @Test
    void withoutPrivilegesItShouldSayWhatItNeeds() throws Exception {
        Invocation refused = chain.withoutPrivileges();
        assertThat(refused.status()).as(refused.err()).isEqualTo(1);
        assertThat(refused.errLines()).hasSize(1);
        assertThat(refused.errLines().getFirst()).contains("CAP_NET_RAW");
    }
}
