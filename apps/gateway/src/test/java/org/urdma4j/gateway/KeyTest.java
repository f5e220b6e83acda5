package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.gateway.GatewayBench.mark;
import static org.urdma4j.gateway.GatewayBench.psns;
import static org.urdma4j.gateway.GatewayBench.status;
import static org.urdma4j.gateway.TestPacket.middle;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.gateway.message.GatewayKey;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.message.Hello;
import org.urdma4j.gateway.message.Mark;
import org.urdma4j.gateway.message.MessageSeal;

import java.util.List;
import java.util.Optional;

/** Messages count only with a code of the same key; data goes on plain. */
class KeyTest {
    private static final int FAR = 99;
    private static final int NEXT = 0x5eed;
    private static final GatewayKey KEY = new GatewayKey(new byte[16]);
    private static final GatewayKey OTHER =
            new GatewayKey("another key of 24 bytes.".getBytes(UTF_8));

    private GatewayBench bench = new GatewayBench(GatewayBench.config().key(KEY).build());

    @AfterEach
    void close() {
        bench.close();
    }

    private final MessageSeal far = new MessageSeal(Optional.of(KEY), FAR);

    private static TestPacket sealed(TestPacket message, MessageSeal by) {
        by.seal(message.transport, 0, message.from, 0, message.to);
        return message;
    }

    private static TestPacket sealed(TestPacket message, GatewayKey key) {
        return sealed(message, new MessageSeal(Optional.of(key), FAR));
    }

    private static MessageSeal.Verdict judged(TestPacket message, MessageSeal by) {
        return by.judge(
                message.transport, 0, message.transport.limit(), 0, message.from, 0, message.to);
    }

    private TestPacket hello() {
        return bench.outside.stream()
                .filter(p -> p.isMessage(GatewayMessage.HELLO))
                .findFirst()
                .orElseThrow();
    }

    /** The far end sends a MARK, and is told who is there. */
    private void greet() {
        bench.forgetOutput().fromOutside(sealed(mark(1, 0, 1), far));
        assertThat(judged(hello(), far)).isEqualTo(MessageSeal.Verdict.RIGHT);
        bench.after(2_000_000);
    }

    /** Returns whether a MARK makes the Depot hold what comes too early. */
    private boolean counts(TestPacket message) {
        bench.forgetOutput().fromOutside(middle(0), message, middle(2));
        return psns(bench.inside).equals(List.of(0));
    }

    @Test
    void messageOfTheSameKeyShouldCountOnce() {
        greet();
        TestPacket message = sealed(mark(1, 0, 1), far);
        TestPacket again = message.copy();

        assertThat(counts(message)).isTrue();
        TestPacket status = bench.outside.getFirst();
        bench.fromOutside(again);

        assertThat(bench.gateway.counters().replayed).isEqualTo(1);
        assertThat(judged(status, far)).isEqualTo(MessageSeal.Verdict.RIGHT);
        assertThat(judged(status, far)).isEqualTo(MessageSeal.Verdict.REPLAYED);
    }

    /** Whoever recorded it sends it again when this gateway has started anew. */
    @Test
    void messageFromBeforeARestartShouldNotCount() {
        greet();
        TestPacket recorded = sealed(mark(2, 0, 1), far);
        TestPacket first = sealed(mark(1, 0, 1), KEY);
        bench.close();
        bench = new GatewayBench(GatewayBench.config().key(KEY).bootId(NEXT).build());

        assertThat(counts(recorded)).isFalse();
        bench.after(2_000_000);
        assertThat(counts(first)).isFalse();
        assertThat(bench.gateway.counters().unproven).isEqualTo(2);
        assertThat(bench.gateway.counters().messages).isZero();

        assertThat(judged(hello(), far)).isEqualTo(MessageSeal.Verdict.RIGHT);
        bench.fromOutside(sealed(mark(3, 0, 1), far));
        assertThat(bench.gateway.counters().messages).isEqualTo(1);
    }

    @Test
    void messageShouldCountBetweenItsHostsAlone() {
        greet();
        TestPacket message = sealed(mark(1, 0, 1), far);
        bench.fromOutside(new TestPacket(message.from + 7, message.to, message.copy().transport))
                .fromOutside(new TestPacket(message.from, message.to + 7, message.copy().transport))
                .fromOutside(new TestPacket(message.to, message.from, message.copy().transport));
        assertThat(bench.gateway.counters().otherKey).isEqualTo(3);
        assertThat(counts(message)).isTrue();
    }

    @Test
    void messageThatWasMadeHereShouldNotCount() {
        greet();
        bench.fromOutside(hello().copy());
        assertThat(bench.gateway.counters().replayed).isEqualTo(1);
    }

    /** What is answered: one HELLO a millisecond, shorter than any message. */
    @Test
    void shouldAnswerWhoDoesNotNameItWithLessThanCame() {
        bench.forgetOutput();
        int came = 0;
        for (int i = 1; i <= 1000; i++) {
            TestPacket message = sealed(i % 2 == 0 ? mark(i, 0, 1) : status(i, i, 0, 1), KEY);
            came += message.transport.limit();
            bench.fromOutside(message).after(10_000);
        }
        int left = bench.outside.stream().mapToInt(p -> p.transport.limit()).sum();
        assertThat(bench.outside).hasSizeBetween(9, 11);
        assertThat(left).isLessThan(came);
        assertThat(Hello.LENGTH).isLessThan(Mark.LENGTH);
    }

    /** Two gateways that greet each other end it. */
    @Test
    void helloShouldNotBeAnsweredByHellosForEver() {
        greet();
        GatewayBench other = new GatewayBench(GatewayBench.config().key(KEY).bootId(FAR).build());
        other.fromOutside(hello().copy());
        assertThat(other.gateway.counters().messages).isEqualTo(1);
        assertThat(other.outside).isEmpty();
        other.close();
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
