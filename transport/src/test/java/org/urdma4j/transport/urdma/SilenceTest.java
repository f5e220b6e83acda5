package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.time.Duration;
import java.util.List;

/** How long a silent peer is waited for, and what silence does no harm to. */
class SilenceTest {
    private static final long SECOND = 1_000_000_000L;

    private final Wire wire = Wire.connected();
    private final Host a = wire.a;
    private final Host b = wire.b;

    private void write(long id) {
        a.fill(0, 1000);
        a.post(to(a.request(id, WrOpcode.RDMA_WRITE, 0, 1000)));
    }

    private SendWr to(SendWr wr) {
        return wr.rdma(b.address(0), b.region.rkey());
    }

    private void read(long id) {
        a.post(to(a.request(id, WrOpcode.RDMA_READ, 0, 1000)));
    }

    private void darkness(long fromNs, long toNs) {
        wire.tap =
                (from, packet) -> wire.nowNs >= fromNs && wire.nowNs < toNs ? Wire.LOST : Wire.PASS;
    }

    @Test
    void shouldSurviveTenSecondsOfBlackout() {
        darkness(0, 10 * SECOND);
        write(1);
        wire.runUntil(9 * SECOND);
        assertThat(a.sent()).isEmpty();
        wire.runUntil(13 * SECOND);
        assertThat(a.sent()).containsExactly("1 SUCCESS");
        assertThat(b.filled(0, 1001)).isEqualTo(1000);
    }

    @Test
    void shouldGiveUpAfterThirtySeconds() {
        darkness(0, Long.MAX_VALUE);
        write(1);
        write(2);
        wire.runUntil(30 * SECOND - 1);
        assertThat(a.sent()).isEmpty();
        wire.runUntil(31 * SECOND);
        assertThat(a.sent()).containsExactly("1 RETRY_EXC_ERR", "2 WR_FLUSH_ERR");
        assertThat(a.qp.state()).isEqualTo(QpState.ERR);
        assertThat(a.count(Counter.RETRY_EXCEEDED_ERR)).isOne();
        int sent = wire.fromA.size();
        wire.runUntil(100 * SECOND);
        assertThat(wire.fromA).as("sends nothing more").hasSize(sent);
    }

    @Test
    void shouldGiveUpAfterTheTimeOfItsOwnTuning() {
        Wire shorter =
                new Wire()
                        .connect(
                                Host.attr()
                                        .urdmaTuning(
                                                Host.UNPACED.toBuilder()
                                                        .retryTime(Duration.ofSeconds(3))
                                                        .build()),
                                Host.attr());
        shorter.tap = (from, packet) -> Wire.LOST;
        shorter.a.post(
                shorter.a
                        .request(1, WrOpcode.RDMA_WRITE, 0, 8)
                        .rdma(shorter.b.address(0), shorter.b.region.rkey()));
        shorter.runUntil(3 * SECOND);
        assertThat(shorter.a.sent()).isEmpty();
        shorter.runUntil(4 * SECOND);
        assertThat(shorter.a.sent()).containsExactly("1 RETRY_EXC_ERR");
    }

    @Test
    void shouldGiveUpOnAnAnswerWhoseRequestWasAcknowledged() {
        wire.tap = (from, packet) -> packet.isReport() || from == a ? Wire.PASS : Wire.LOST;
        read(1);
        wire.runUntil(29 * SECOND);
        assertThat(a.sent()).isEmpty();
        wire.runUntil(32 * SECOND);
        assertThat(a.sent()).containsExactly("1 RETRY_EXC_ERR");
    }

    @Test
    void shouldGiveUpOnAnAnswerThatNobodyAcknowledges() {
        read(1);
        darkness(Wire.DELAY_NS, Long.MAX_VALUE);
        wire.runUntil(29 * SECOND);
        assertThat(b.qp.state()).isEqualTo(QpState.RTS);
        wire.runUntil(32 * SECOND);
        assertThat(b.qp.state()).isEqualTo(QpState.ERR);
        assertThat(b.events).contains(EventType.QP_FATAL);
        int sent = wire.fromB.size();
        wire.runUntil(100 * SECOND);
        assertThat(wire.fromB).hasSize(sent);
    }

    @Test
    void shouldGiveUpWhenNobodySaysHowManyReceivesThereAre() {
        Wire full =
                new Wire()
                        .connect(
                                Host.attr()
                                        .urdmaPeerOffer(
                                                Host.OFFER.toBuilder().receiveLimit(0).build()),
                                Host.attr());
        full.a.post(full.a.request(1, WrOpcode.SEND, 0, 8));
        full.runUntil(60 * SECOND);
        assertThat(full.a.sent()).as("the peer answers").isEmpty();
        full.tap = (from, packet) -> Wire.LOST;
        full.runUntil(89 * SECOND);
        assertThat(full.a.sent()).isEmpty();
        full.runUntil(93 * SECOND);
        assertThat(full.a.sent()).containsExactly("1 RETRY_EXC_ERR");
    }

    /** It has its turn while the path is still busy with the last of an answer. */
    @ParameterizedTest
    @ValueSource(ints = {13, 14, 15, 16, 17, 18, 19})
    void shouldNotMissAnAnswerBeforeTheRequestHasLeft(int tenths) {
        Wire paced = new Wire();
        paced.a.clockNs = 1234 * SECOND;
        UrdmaTuning slow = Host.UNPACED.toBuilder().referenceRate(100_000_000, false).build();
        paced.connect(Host.attr().urdmaTuning(slow), Host.attr().urdmaTuning(slow));
        paced.b.post(
                paced.b
                        .request(1, WrOpcode.RDMA_READ, 1 << 19, 20_000)
                        .rdma(paced.a.address(0), paced.a.region.rkey()));
        paced.runFor(Wire.DELAY_NS + tenths * Wire.DELAY_NS / 10);
        paced.a.post(
                paced.a
                        .request(2, WrOpcode.RDMA_READ, 1 << 19, 8)
                        .rdma(paced.b.address(0), paced.b.region.rkey()));
        paced.runFor(SECOND);
        assertThat(paced.a.sent()).containsExactly("2 SUCCESS");
        assertThat(paced.b.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldSurviveABlackoutBetweenRequestAndAnswer() {
        darkness(Wire.DELAY_NS, 10 * SECOND);
        b.fill(0, 1000);
        read(1);
        wire.runUntil(14 * SECOND);
        assertThat(a.sent()).containsExactly("1 SUCCESS");
        assertThat(a.filled(0, 1001)).isEqualTo(1000);
        assertThat(b.count(Counter.RDMA_READS)).isOne();
    }

    @Test
    void shouldGoOnAfterAnyIdleTime() {
        for (int i = 0; i < 5; i++) {
            write(i);
            read(10 + i);
            wire.run();
            assertThat(a.sent()).containsExactly(i + " SUCCESS", (10 + i) + " SUCCESS");
            // beyond half of what the timestamps take to wrap, and beyond all of it
            wire.runFor(List.of(200L, 300L, 500L, 900L, 5L).get(i) * SECOND);
        }
        assertThat(a.count(Counter.RETRANSMITTED_PKTS)).isZero();
    }

    @Test
    void shouldProbeTheTailBeforeAnyTimeout() {
        write(1);
        wire.run(); // measures the round trip
        a.sent();
        wire.tap =
                (from, packet) ->
                        packet.opcode() == 0xc8 && !packet.again() ? Wire.LOST : Wire.PASS;
        long from = wire.nowNs;
        write(2);
        wire.run();
        assertThat(a.sent()).containsExactly("2 SUCCESS");
        assertThat(a.count(Counter.PROBES_SENT)).isOne();
        assertThat(a.count(Counter.LOCAL_ACK_TIMEOUT_ERR)).isZero();
        Seen probe = wire.fromA.stream().filter(p -> p.again() && p.asks()).findFirst().get();
        // the others are reported after 1 ms, here 3 ms; two round trips of 2 ms, and 1 ms
        assertThat(probe.atNs() - from).isCloseTo(8 * Wire.DELAY_NS, within(1_000L));
    }

    @Test
    void shouldProbeTheTailOfAnAnswer() {
        b.fill(0, 1000);
        read(1);
        wire.run();
        wire.tap =
                (from, packet) ->
                        packet.opcode() == 0xcf && !packet.again() ? Wire.LOST : Wire.PASS;
        read(2);
        wire.run();
        assertThat(a.sent()).containsExactly("1 SUCCESS", "2 SUCCESS");
        assertThat(b.count(Counter.PROBES_SENT)).isOne();
        assertThat(b.count(Counter.LOCAL_ACK_TIMEOUT_ERR)).isZero();
    }
}
