package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/** Peers of standard connections that vanish: asked by a duplicate of nothing. */
class KeepAliveTest {
    private static final long SECOND = 1_000_000_000L;

    private final Host a = new Host("a", EngineConfig.DEFAULT, 1 << 16, 1);
    private final Host b = new Host("b", EngineConfig.DEFAULT, 1 << 16, 2);
    private final Wire wire = new Wire(a, b);
    private int probes;

    private static QpAttr attr(KeepAlive keepAlive) {
        UrdmaTuning tuning = UrdmaTuning.builder().keepAlive(keepAlive).build();
        return Solo.attr().sqPsn(Solo.RQ_PSN).urdmaTuning(tuning);
    }

    private void connect(KeepAlive ofA, KeepAlive ofB) {
        a.connect(b, attr(ofA));
        b.connect(a, attr(ofB));
        a.shard.markReady(a.qp);
        b.shard.markReady(b.qp);
        wire.tap =
                (from, packet) -> {
                    boolean probe =
                            packet.opcode() == Opcode.RC_RDMA_WRITE_ONLY && packet.dmaLength() == 0;
                    probes += probe ? 1 : 0;
                    return 1;
                };
    }

    private void post(WrOpcode opcode, long id) {
        if (opcode == WrOpcode.SEND) {
            b.post(new RecvWr().wrId(id).addSge(b.region.address(), 4096, b.region.lkey()));
        }
        int bytes = opcode == WrOpcode.ATOMIC_FETCH_AND_ADD ? 8 : 600;
        SendWr wr =
                new SendWr()
                        .wrId(id)
                        .opcode(opcode)
                        .sendFlags(SendFlags.SIGNALED)
                        .addSge(a.region.address(), bytes, a.region.lkey());
        a.post(
                opcode == WrOpcode.ATOMIC_FETCH_AND_ADD
                        ? wr.atomic(b.region.address(), b.region.rkey(), 1, 0)
                        : wr.rdma(b.region.address(), b.region.rkey()));
    }

    private void checkWorks(WrOpcode opcode, long id) {
        post(opcode, id);
        wire.runUntil(wire.nowNs + SECOND);
        List<WorkCompletion> done = a.sent();
        assertThat(done).hasSize(1);
        assertThat(done.getFirst().wrId()).isEqualTo(id);
        assertThat(done.getFirst().status()).isEqualTo(WcStatus.SUCCESS);
    }

    /** The question must not look like one of the requests, nor like an answer to one. */
    @ParameterizedTest
    @EnumSource(
            value = WrOpcode.class,
            names = {"SEND", "RDMA_WRITE", "RDMA_READ", "ATOMIC_FETCH_AND_ADD"})
    void shouldDisturbNothingBeforeBetweenAndAfterWork(WrOpcode opcode) {
        connect(KeepAlive.DEFAULT, KeepAlive.DEFAULT);
        wire.runUntil(100 * SECOND);
        assertThat(probes).isPositive();
        for (int round = 0; round < 5; round++) {
            int before = probes;
            checkWorks(opcode, round);
            wire.runUntil(wire.nowNs + 100 * SECOND);
            assertThat(probes).isGreaterThan(before);
        }
        assertThat(a.sent()).isEmpty();
        assertThat(b.received()).hasSize(opcode == WrOpcode.SEND ? 5 : 0);
        assertThat(a.count(Counter.RETRANSMITTED_PKTS)).isZero();
        assertThat(a.count(Counter.IMPLIED_NAK_SEQ_ERR)).isZero();
        assertThat(b.count(Counter.OUT_OF_SEQ_REQUEST)).isZero();
        assertThat(b.count(Counter.DUPLICATE_REQUEST)).isPositive();
        assertThat(a.qp.state()).isEqualTo(QpState.RTS);
        assertThat(b.qp.state()).isEqualTo(QpState.RTS);
    }

    /** What is asked while requests are posted meets them on the way, in any order of arrival. */
    @Test
    void shouldDisturbNothingAmidWork() {
        connect(KeepAlive.DEFAULT, KeepAlive.OFF);
        wire.runUntil(1);
        for (int i = 0; i < 12; i++) {
            long dueNs = a.shard.nextDeadlineNs();
            wire.runUntil(dueNs - 1);
            post(WrOpcode.RDMA_READ, i);
            post(WrOpcode.RDMA_WRITE, 100 + i);
            wire.runUntil(wire.nowNs + SECOND);
            assertThat(a.sent()).hasSize(2).allMatch(WorkCompletion::isSuccess);
        }
        assertThat(a.count(Counter.RETRANSMITTED_PKTS)).isZero();
    }

    @Test
    void shouldNoticeOnBothEndsWhenThePathIsGone() {
        connect(KeepAlive.DEFAULT, KeepAlive.DEFAULT);
        b.post(new RecvWr().wrId(9).addSge(b.region.address(), 64, b.region.lkey()));
        wire.runUntil(1);
        wire.tap = (from, packet) -> 0;
        wire.runUntil(45 * SECOND - 1);
        assertThat(a.qp.state()).isEqualTo(QpState.RTS);
        wire.runUntil(46 * SECOND);
        for (Host host : List.of(a, b)) {
            assertThat(host.qp.state()).isEqualTo(QpState.ERR);
            assertThat(host.events).containsExactly(EventType.QP_FATAL);
        }
        assertThat(b.received())
                .extracting(WorkCompletion::status)
                .containsExactly(WcStatus.WR_FLUSH_ERR);
        int sent = wire.log.size();
        wire.runUntil(1000 * SECOND);
        assertThat(wire.log).hasSize(sent);
    }

    @Test
    void shouldSurviveAnOutageOfLessThanTheLimit() {
        connect(KeepAlive.DEFAULT, KeepAlive.DEFAULT);
        wire.tap = (from, packet) -> wire.nowNs < 41 * SECOND ? 0 : 1;
        wire.runUntil(200 * SECOND);
        checkWorks(WrOpcode.RDMA_WRITE, 1);
    }

    /** A timeout code of 0 waits for ever, and so a lost request would without a question. */
    @Test
    void shouldEndAWaitWithoutTimeout() {
        a.connect(b, attr(KeepAlive.DEFAULT).timeout(0));
        b.connect(a, attr(KeepAlive.OFF));
        wire.tap = (from, packet) -> 0;
        post(WrOpcode.RDMA_WRITE, 1);
        wire.runUntil(50 * SECOND);
        assertThat(a.qp.state()).isEqualTo(QpState.ERR);
        assertThat(a.sent())
                .extracting(WorkCompletion::status)
                .containsExactly(WcStatus.WR_FLUSH_ERR);
    }

    @Test
    void shouldAskNothingWhereItIsOff() {
        connect(KeepAlive.OFF, KeepAlive.OFF);
        wire.runUntil(3600 * SECOND);
        assertThat(wire.log).isEmpty();
        assertThat(a.shard.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }
}
