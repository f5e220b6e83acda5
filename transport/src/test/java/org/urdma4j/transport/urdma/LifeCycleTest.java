package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.List;

/** Moves between states while packets and work are under way. */
class LifeCycleTest {
    private static final long SECOND = 1_000_000_000L;

    private final Wire wire = new Wire();
    private final Host a = wire.a;
    private final Host b = wire.b;

    private void connect() {
        wire.connect(Host.attr(), Host.attr());
    }

    private void write(long id, long at) {
        a.post(a.request(id, WrOpcode.RDMA_WRITE, at, 1000).rdma(b.address(at), b.region.rkey()));
    }

    @Test
    void shouldServeBeforeItMaySend() {
        a.connect(b.qp.qpn(), b, Host.attr());
        QpAttr attr = Host.attr();
        b.listen(a.qp.qpn(), a, attr);
        b.fill(0, 1000);
        a.post(a.request(1, WrOpcode.RDMA_READ, 0, 1000).rdma(b.address(0), b.region.rkey()));
        write(2, 4096);
        wire.run();
        assertThat(a.sent()).containsExactly("1 SUCCESS", "2 SUCCESS");
        assertThat(b.events).containsExactly(EventType.COMM_EST);
        b.send(attr);
        b.post(b.request(3, WrOpcode.RDMA_WRITE, 0, 8).rdma(a.address(0), a.region.rkey()));
        wire.run();
        assertThat(b.sent()).containsExactly("3 SUCCESS");
    }

    @Test
    void shouldWaitForAPeerThatComesLater() {
        a.connect(b.qp.qpn(), b, Host.attr());
        write(1, 0);
        wire.runFor(3 * SECOND);
        assertThat(a.sent()).isEmpty();
        b.connect(a.qp.qpn(), a, Host.attr());
        wire.runFor(5 * SECOND);
        assertThat(a.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldFinishWhatWasBegunAndNoMoreInSqd() {
        connect();
        write(1, 0);
        wire.runFor(Wire.DELAY_NS / 2);
        QpAttr attr = new QpAttr().qpState(QpState.SQD).enSqdAsyncNotify(true);
        a.qp.modify(attr, QpAttrMask.STATE | QpAttrMask.EN_SQD_ASYNC_NOTIFY, null, 0);
        write(2, 2048);
        assertThat(a.qp.draining()).isTrue();
        wire.run();
        assertThat(a.sent()).containsExactly("1 SUCCESS");
        assertThat(a.events).containsOnlyOnce(EventType.SQ_DRAINED);
        assertThat(a.qp.draining()).isFalse();
        a.move(QpState.RTS);
        wire.run();
        assertThat(a.sent()).containsExactly("2 SUCCESS");
    }

    @Test
    void shouldRepairLossesInSqd() {
        connect();
        wire.tap =
                (from, packet) ->
                        packet.opcode() == 0xc7 && !packet.again() ? Wire.LOST : Wire.PASS;
        a.fill(0, 1000);
        write(1, 0);
        wire.runFor(0);
        a.move(QpState.SQD);
        wire.run();
        assertThat(a.sent()).containsExactly("1 SUCCESS");
        assertThat(b.filled(0, 1001)).isEqualTo(1000);
    }

    @Test
    void shouldFlushInErrAndSendNothingMore() {
        connect();
        write(1, 0);
        b.receive(9, 0, 16);
        wire.runFor(0);
        a.move(QpState.ERR);
        assertThat(a.sent()).containsExactly("1 WR_FLUSH_ERR");
        int sent = wire.fromA.size();
        write(2, 0);
        wire.runFor(100 * SECOND);
        assertThat(a.sent()).containsExactly("2 WR_FLUSH_ERR");
        assertThat(wire.fromA).hasSize(sent);
        b.move(QpState.ERR);
        assertThat(b.received()).containsExactly("9 WR_FLUSH_ERR");
    }

    @Test
    void shouldForgetEverythingInReset() {
        connect();
        write(1, 0);
        b.receive(9, 0, 16);
        b.receive(10, 0, 16);
        wire.runFor(0);
        a.move(QpState.RESET);
        b.move(QpState.RESET);
        wire.runFor(10 * SECOND);
        assertThat(a.sent()).isEmpty();
        assertThat(b.received()).isEmpty();
        wire.connect(Host.attr(), Host.attr());
        b.receive(11, 0, 16);
        a.post(a.request(2, WrOpcode.SEND, 0, 8));
        a.post(a.request(3, WrOpcode.RDMA_READ, 0, 8).rdma(b.address(0), b.region.rkey()));
        wire.run();
        assertThat(a.sent()).containsExactly("2 SUCCESS", "3 SUCCESS");
        assertThat(b.received()).containsExactly("11 SUCCESS");
    }

    @Test
    void shouldTakeNoHarmFromPacketsOfTheConnectionBefore() {
        connect();
        List<byte[]> late = new ArrayList<>();
        wire.tap =
                (from, packet) -> {
                    late.add(packet.bytes());
                    return Wire.PASS;
                };
        a.fill(0, 1000);
        write(1, 0);
        a.post(a.request(2, WrOpcode.RDMA_READ, 4096, 600).rdma(b.address(0), b.region.rkey()));
        wire.run();
        a.sent();
        a.move(QpState.RESET);
        b.move(QpState.RESET);
        int psn = 0x90_0000; // far from the old ones, as random ones most often are
        var offer = Host.OFFER.toBuilder().verificationTag(psn).build();
        wire.connect(
                Host.attr().sqPsn(psn).rqPsn(psn).urdmaOffer(offer).urdmaPeerOffer(offer),
                Host.attr().sqPsn(psn).rqPsn(psn).urdmaOffer(offer).urdmaPeerOffer(offer));
        wire.tap = (from, packet) -> Wire.PASS;
        for (byte[] packet : late) {
            wire.deliver(a, b, packet);
            wire.deliver(b, a, packet);
        }
        write(3, 8192);
        a.post(a.request(4, WrOpcode.RDMA_READ, 4096, 600).rdma(b.address(0), b.region.rkey()));
        wire.runFor(5 * SECOND);
        assertThat(a.sent()).containsExactly("3 SUCCESS", "4 SUCCESS");
        assertThat(a.qp.state()).isEqualTo(QpState.RTS);
        assertThat(b.qp.state()).isEqualTo(QpState.RTS);
    }

    @Test
    void shouldCountPacketsForAQueuePairThatIsGone() {
        connect();
        write(1, 0);
        a.post(a.request(2, WrOpcode.RDMA_READ, 4096, 600).rdma(b.address(0), b.region.rkey()));
        wire.runFor(Wire.DELAY_NS); // requests have come, answers are on their way
        b.shard.destroyQp(b.qp);
        wire.runFor(2 * SECOND);
        assertThat(b.shard.counters().get(Counter.DROPPED_UNKNOWN_QP)).isPositive();
        a.shard.destroyQp(a.qp);
        wire.runFor(100 * SECOND);
        assertThat(a.shard.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldTakePacketsFromThePeerOnly() {
        connect();
        Solo solo = Solo.connected();
        Raw write = Raw.write(0xca, Solo.PSN, solo.address(0), solo.rkey(), 4).payload(0, 4);
        solo.deliver(new Object(), write.to(solo.host.qp.qpn()));
        assertThat(solo.turn()).isEmpty();
        assertThat(solo.host.filled(0, 1)).isZero();
        assertThat(solo.host.count(Counter.DROPPED_WRONG_PEER)).isOne();
    }
}
