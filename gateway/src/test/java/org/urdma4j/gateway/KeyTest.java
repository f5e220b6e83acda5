package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.gateway.GatewayBench.mark;
import static org.urdma4j.gateway.GatewayBench.psns;
import static org.urdma4j.gateway.TestPacket.middle;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.gateway.message.GatewayKey;
import org.urdma4j.gateway.message.MessageSeal;

import java.util.List;
import java.util.Optional;

/** Messages count only with a code of the same key; data goes on plain. */
class KeyTest {
    private static final GatewayKey KEY = new GatewayKey(new byte[16]);
    private static final GatewayKey OTHER =
            new GatewayKey("another key of 24 bytes.".getBytes(UTF_8));

    private GatewayBench bench = new GatewayBench(GatewayBench.config().key(KEY).build());

    @AfterEach
    void close() {
        bench.close();
    }

    private static TestPacket sealed(TestPacket message, GatewayKey key) {
        new MessageSeal(Optional.of(key)).seal(message.transport);
        return message;
    }

    /** Returns whether a MARK makes the Depot hold what comes too early. */
    private boolean counts(TestPacket message) {
        bench.forgetOutput().fromOutside(middle(0), message, middle(2));
        return psns(bench.inside).equals(List.of(0));
    }

    @Test
    void messageOfTheSameKeyShouldCountOnce() {
        TestPacket message = sealed(mark(1, 0, 1), KEY);
        TestPacket again = message.copy();

        assertThat(counts(message)).isTrue();
        bench.fromOutside(again);

        assertThat(bench.gateway.counters().replayed).isEqualTo(1);
        assertThat(
                        new MessageSeal(Optional.of(KEY))
                                .judge(
                                        bench.outside.getFirst().transport,
                                        0,
                                        bench.outside.getFirst().transport.limit()))
                .isEqualTo(MessageSeal.Verdict.RIGHT);
    }

    @Test
    void otherMessagesShouldNotCount() {
        assertThat(counts(mark(1, 0, 1))).isFalse();
        assertThat(bench.gateway.counters().withoutKey).isEqualTo(1);
    }

    @Test
    void messagesOfAnotherKeyShouldNotCount() {
        assertThat(counts(sealed(mark(1, 0, 1), OTHER))).isFalse();
        assertThat(bench.gateway.counters().otherKey).isEqualTo(1);
    }

    @Test
    void messagesWithAKeyShouldNotCountWithout() {
        bench = new GatewayBench();

        assertThat(counts(sealed(mark(1, 0, 1), KEY))).isFalse();
        assertThat(bench.gateway.counters().otherKey).isEqualTo(1);
    }
}
