package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Cnp;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.WrOpcode;

import java.nio.ByteBuffer;
import java.util.List;

/** What a queue pair answers to packets that met a queue, and what it does with such answers. */
class NotificationPointTest {
    private static final long INTERVAL_NS = 50_000;

    private final Solo solo = new Solo().connect(Solo.attr()).congested(true);
    private int psn = Solo.RQ_PSN;

    private HandMade write() {
        return HandMade.packet(Opcode.RC_RDMA_WRITE_ONLY, psn++)
                .reth(solo.address(), solo.rkey(), 8)
                .payload(8);
    }

    private static List<Captured> notifications(List<Captured> sent) {
        return sent.stream().filter(packet -> packet.opcode() == Opcode.CNP).toList();
    }

    private long count(Counter counter) {
        return solo.host.shard.counters().get(counter);
    }

    @Test
    void shouldSendTheNotificationOfTheStandard() {
        List<Captured> sent = solo.receive(write());

        assertThat(Solo.brief(sent)).containsExactly("CNP 0", "ACK 100");
        Captured cnp = sent.getFirst();
        ByteBuffer bytes = ByteBuffer.wrap(cnp.bytes);
        assertThat(cnp.bytes).hasSize(Bth.LENGTH + 16);
        // opcode 0x81, no flag but BECN, PSN 0, the peer's queue pair; then zeros
        assertThat(bytes.getInt(0)).isEqualTo(0x8100_ffff);
        assertThat(bytes.getInt(4)).isEqualTo(0x4000_0000 | Solo.PEER_QPN);
        assertThat(bytes.getInt(8)).isZero();
        assertThat(Cnp.isZero(bytes, Bth.LENGTH)).isTrue();
        assertThat(count(Counter.NP_CNP_SENT)).isOne();
        assertThat(count(Counter.NP_ECN_MARKED_ROCE_PACKETS)).isOne();
    }

    @Test
    void shouldSendNothingWithoutAMark() {
        assertThat(Solo.brief(solo.congested(false).receive(write()))).containsExactly("ACK 100");
        assertThat(count(Counter.NP_ECN_MARKED_ROCE_PACKETS)).isZero();
    }

    @Test
    void shouldSendAtMostOneInAnInterval() {
        assertThat(notifications(solo.receive(write(), write(), write()))).hasSize(1);
        solo.elapse(INTERVAL_NS - 1);
        assertThat(notifications(solo.receive(write()))).isEmpty();
        assertThat(solo.elapse(INTERVAL_NS)).as("no mark, no notification").isEmpty();
        assertThat(notifications(solo.receive(write(), write()))).hasSize(1);
        assertThat(count(Counter.NP_CNP_SENT)).isEqualTo(2);
        assertThat(count(Counter.NP_ECN_MARKED_ROCE_PACKETS)).isEqualTo(6);
    }

    @Test
    void shouldTakeTheIntervalFromTheConfiguration() {
        EngineConfig config = EngineConfig.builder().cnpIntervalNs(0).build();
        Solo often = new Solo(config).connect(Solo.attr()).congested(true);
        for (int i = 0; i < 3; i++) {
            HandMade write =
                    HandMade.packet(Opcode.RC_RDMA_WRITE_ONLY, psn++)
                            .reth(often.address(), often.rkey(), 8)
                            .payload(8);
            assertThat(notifications(often.receive(write))).hasSize(1);
        }
    }

    /** It goes first: what waits for a turn, or for its pace, doesn't hold it up. */
    @Test
    void shouldGoBeforeData() {
        solo.host.post(solo.request(1, WrOpcode.RDMA_WRITE, 8 * Solo.MTU));
        List<Captured> sent = solo.receive(write());

        assertThat(sent.getFirst().opcode()).isEqualTo(Opcode.CNP);
        assertThat(sent).hasSize(10); // and an acknowledgement
    }

    @Test
    void shouldNotAnswerNotificationsOrStrangers() {
        assertThat(solo.receive(HandMade.packet(Opcode.CNP, 0))).isEmpty();
        assertThat(solo.receiveFrom(new Object(), write())).isEmpty();
        assertThat(count(Counter.NP_ECN_MARKED_ROCE_PACKETS)).isZero();
        assertThat(count(Counter.DROPPED_WRONG_PEER)).isOne();
    }

    @Test
    void shouldTakeNotificationsOfItsPeerOnly() {
        HandMade cnp = HandMade.packet(Opcode.CNP, 0);
        solo.congested(false).receive(cnp);
        assertThat(count(Counter.RP_CNP_HANDLED)).isOne();

        solo.receiveFrom(new Object(), cnp);
        solo.receive(HandMade.packet(Opcode.CNP, 0).pKey(0x8001));
        assertThat(count(Counter.RP_CNP_HANDLED)).isOne();
        assertThat(count(Counter.DROPPED_WRONG_PEER)).isOne();
        assertThat(count(Counter.DROPPED_PKEY)).isOne();
    }

    /** The answers of a READ may have met a queue as well. */
    @Test
    void shouldAnswerMarkedAnswers() {
        solo.post(1, WrOpcode.RDMA_WRITE, 8);
        List<Captured> sent =
                solo.receive(HandMade.ack(Solo.SQ_PSN, AethSyndrome.ACK_UNLIMITED, 1));

        assertThat(Solo.brief(sent)).containsExactly("CNP 0");
        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldSendNothingAfterAnError() {
        solo.host.qp.modify(new QpAttr().qpState(QpState.ERR), QpAttrMask.STATE, null, 0);

        assertThat(solo.receive(write(), HandMade.packet(Opcode.CNP, 0))).isEmpty();
        assertThat(count(Counter.RP_CNP_HANDLED)).isZero();
    }

    /** Datagrams come from anybody: there is no one to slow down. */
    @Test
    void shouldOnlyCountMarksOfDatagrams() {
        Solo datagrams = new Solo(new Host("ud", QpType.UD, 3)).congested(true);
        for (QpState state : List.of(QpState.INIT, QpState.RTR, QpState.RTS)) {
            QpAttr attr = new QpAttr().qpState(state).qkey(0x1234);
            datagrams.host.qp.modify(attr, attr.mask() | QpAttrMask.PKEY_INDEX, null, 0xffff);
        }
        HandMade datagram = HandMade.packet(Opcode.UD_SEND_ONLY, 1).deth(0x1234, 77).payload(8);

        assertThat(datagrams.receive(datagram, HandMade.packet(Opcode.CNP, 0))).isEmpty();
        assertThat(datagrams.host.shard.counters().get(Counter.NP_ECN_MARKED_ROCE_PACKETS)).isOne();
        assertThat(datagrams.host.shard.counters().get(Counter.DROPPED_QP_STATE)).isOne();
    }
}
