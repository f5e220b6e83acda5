package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.RQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;

/** Packets that are none of the queue pair's business: dropped in silence and counted. */
class ResponderDropTest {
    private final Solo solo = new Solo();

    private static HandMade send() {
        return packet(Opcode.RC_SEND_ONLY, RQ_PSN).ackRequested();
    }

    private void expectDrop(Counter counter, HandMade... packets) {
        solo.host.post(new RecvWr().wrId(1));

        assertThat(solo.receive(packets)).isEmpty();
        assertThat(solo.host.shard.counters().get(counter)).isEqualTo(packets.length);
        assertThat(solo.received()).isEmpty();
    }

    @Test
    void shouldDropAnotherPartition() {
        solo.connect(Solo.attr());

        expectDrop(Counter.DROPPED_PKEY, send().pKey(0x8001), send().pKey(0x7ffe));
    }

    @Test
    void shouldTakeALimitedMemberOfItsPartition() {
        solo.connect(Solo.attr());
        solo.host.post(new RecvWr());

        assertThat(brief(solo.receive(send().pKey(0x7fff)))).containsExactly("ACK 100");
    }

    @Test
    void shouldDropTwoLimitedMembers() {
        solo.connect(Solo.attr());
        solo.host.qp.modify(new QpAttr(), QpAttrMask.PKEY_INDEX, null, 0x7fff);

        expectDrop(Counter.DROPPED_PKEY, send().pKey(0x7fff));
    }

    @Test
    void shouldDropAnUnknownQueuePair() {
        solo.connect(Solo.attr());

        expectDrop(Counter.DROPPED_UNKNOWN_QP, send().to(solo.host.qp.qpn() ^ 1), send().to(0));
    }

    @Test
    void shouldDropAnotherSource() {
        solo.connect(Solo.attr());
        solo.host.post(new RecvWr());

        assertThat(solo.receiveFrom(new Object(), send())).isEmpty();
        assertThat(solo.host.count(Counter.DROPPED_WRONG_PEER)).isOne();
        assertThat(brief(solo.receive(send()))).containsExactly("ACK 100");
    }

    @ParameterizedTest
    @ValueSource(ints = {Opcode.UC_SEND_ONLY, Opcode.UD_SEND_ONLY})
    void shouldDropAnotherTransport(int opcode) {
        solo.connect(Solo.attr());

        expectDrop(Counter.DROPPED_QP_STATE, packet(opcode, RQ_PSN));
    }

    @ParameterizedTest
    @ValueSource(ints = {0x15, 0x18, 0x1f, 0x40, 0xc0, 0xff})
    void shouldDropAnUnknownOpcode(int opcode) {
        solo.connect(Solo.attr());

        expectDrop(Counter.DROPPED_UNKNOWN_OPCODE, packet(opcode, RQ_PSN));
    }

    @Test
    void shouldDropEverythingInReset() {
        assertThat(solo.receive(send(), HandMade.ack(Solo.SQ_PSN, 0x1f, 1))).isEmpty();
        assertThat(solo.host.count(Counter.DROPPED_QP_STATE)).isEqualTo(2);
    }

    @Test
    void shouldDropEverythingInInit() {
        solo.host.qp.modify(
                Solo.attr().qpState(QpState.INIT),
                QpAttrMask.STATE | QpAttrMask.PKEY_INDEX | QpAttrMask.ACCESS_FLAGS,
                null,
                0xffff);

        expectDrop(Counter.DROPPED_QP_STATE, send(), HandMade.ack(Solo.SQ_PSN, 0x1f, 1));
    }

    @Test
    void shouldDropEverythingInError() {
        solo.connect(Solo.attr());
        solo.host.qp.modify(new QpAttr().qpState(QpState.ERR), QpAttrMask.STATE, null, 0);

        assertThat(solo.receive(send(), HandMade.ack(Solo.SQ_PSN, 0x1f, 1))).isEmpty();
        assertThat(solo.host.count(Counter.DROPPED_QP_STATE)).isEqualTo(2);
    }

    @Test
    void shouldTakeRequestsButNoAnswersInRtr() {
        solo.host.listen(Solo.PEER_QPN, solo.peer, Solo.attr());
        solo.host.post(new RecvWr().wrId(1));

        assertThat(brief(solo.receive(send(), HandMade.ack(Solo.SQ_PSN, 0x1f, 1))))
                .containsExactly("ACK 100");
        assertThat(solo.received()).containsExactly("1 SUCCESS");
        assertThat(solo.host.count(Counter.DROPPED_QP_STATE)).isOne();
    }

    @Test
    void shouldReportTheFirstRequestInRtr() {
        solo.host.listen(Solo.PEER_QPN, solo.peer, Solo.attr());
        solo.host.post(new RecvWr());
        solo.host.post(new RecvWr());

        solo.receive(send(), packet(Opcode.RC_SEND_ONLY, RQ_PSN + 1));

        assertThat(solo.host.events).containsExactly(EventType.COMM_EST);
    }
}
