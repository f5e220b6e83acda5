package org.urdma4j.transport.unreliable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.rc.Captured;
import org.urdma4j.transport.rc.HandMade;
import org.urdma4j.transport.rc.Host;
import org.urdma4j.transport.rc.Solo;
import org.urdma4j.transport.rc.Somewhere;
import org.urdma4j.transport.rc.Stoppable;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/** Datagrams: what a UD queue pair sends and to whom, and what it takes and from whom. */
class UdTest {
    private static final int GRH = 40;
    private static final int MTU = Solo.MTU;
    private static final int QKEY = 0x1111_1111;
    private static final int SOURCE_QP = 0x00abcd;

    private final Solo solo = new Solo(new Host("ud", QpType.UD, 1));
    private final Route way = source -> false;

    @BeforeEach
    void activate() {
        modify(new QpAttr().qpState(QpState.INIT).qkey(QKEY), 0xffff);
        modify(new QpAttr().qpState(QpState.RTR), 0);
        modify(new QpAttr().qpState(QpState.RTS).sqPsn(Solo.SQ_PSN), 0);
    }

    private void modify(QpAttr attr, int pKey) {
        int mask = attr.mask() | (pKey == 0 ? 0 : org.urdma4j.verbs.QpAttrMask.PKEY_INDEX);
        solo.host.qp.modify(attr, mask, null, pKey);
        solo.host.shard.markReady(solo.host.qp);
    }

    private SendWr datagram(long id, int bytes, int qpn, int qKey) {
        return new SendWr()
                .wrId(id)
                .sendFlags(SendFlags.SIGNALED)
                .ud(new Somewhere(), qpn, qKey)
                .addSge(solo.address(), bytes, solo.host.region.lkey());
    }

    private List<Captured> post(SendWr wr, Route route) {
        solo.host.sendQueue.post(wr, route);
        solo.host.doorbell.ring();
        return solo.turn();
    }

    private void postReceive(long id, int bytes) {
        RecvWr wr = new RecvWr().wrId(id);
        solo.host.post(wr.addSge(solo.address(), bytes, solo.host.region.lkey()));
    }

    /** Hands in datagrams from just anybody, to which nothing may be answered. */
    private void take(HandMade... packets) {
        assertThat(solo.receiveFrom("anybody", packets)).isEmpty();
    }

    private static HandMade arriving(int psn, int bytes) {
        return packet(Opcode.UD_SEND_ONLY, psn).deth(QKEY, SOURCE_QP).payload(bytes);
    }

    private byte[] memory(int offset, int bytes) {
        return solo.host.memory.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    @Test
    void shouldSendEachRequestInOnePacketToItsOwnDestination() {
        List<Captured> sent = post(datagram(1, MTU, 0x17, 0x55), way);
        SendWr second = datagram(2, 3, 0x18, 0x8000_0000).opcode(WrOpcode.SEND_WITH_IMM);
        sent.addAll(post(second.immData(77), way));

        assertThat(Solo.brief(sent))
                .containsExactly("UD_SEND_ONLY 200", "UD_SEND_ONLY_WITH_IMMEDIATE 201");
        assertThat(sent.get(0).headers.destQp()).isEqualTo(0x17);
        assertThat(sent.get(0).headers.qKey()).isEqualTo(0x55);
        assertThat(sent.get(0).headers.srcQp()).isEqualTo(solo.host.qp.qpn());
        assertThat(sent.get(0).headers.payloadLength()).isEqualTo(MTU);
        assertThat(sent.get(1).headers.destQp()).isEqualTo(0x18);
        // the highest bit stands for the queue pair's own key
        assertThat(sent.get(1).headers.qKey()).isEqualTo(QKEY);
        assertThat(sent.get(1).headers.immediate()).isEqualTo(77);
        assertThat(sent.get(1).headers.padCount()).isEqualTo(1);
        assertThat(solo.sent()).containsExactly("1 SUCCESS", "2 SUCCESS");
    }

    @Test
    void shouldPutNoTwoDestinationsIntoOneBatch() {
        Route other = source -> false;
        solo.host.sendQueue.post(datagram(1, 8, 1, QKEY), way);
        solo.host.sendQueue.post(datagram(2, 8, 1, QKEY), way);
        solo.host.sendQueue.post(datagram(3, 8, 1, QKEY), other);
        solo.host.doorbell.ring();
        solo.host.shard.onDoorbells();

        assertThat(solo.host.shard.pollTransmit(solo.host.batch, 0)).isEqualTo(2);
        assertThat(solo.host.batch.route()).isEqualTo(way);
        assertThat(solo.host.shard.pollTransmit(solo.host.batch, 0)).isEqualTo(1);
        assertThat(solo.host.batch.route()).isEqualTo(other);
    }

    @Test
    void shouldRefuseAMessageLongerThanThePortsMtu() {
        assertThat(post(datagram(1, MTU + 1, 1, QKEY), way)).isEmpty();
        assertThat(solo.sent()).containsExactly("1 LOC_LEN_ERR");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.SQE);
        modify(new QpAttr().qpState(QpState.RTS), 0);
        assertThat(Solo.brief(post(datagram(2, 1, 1, QKEY), way)))
                .containsExactly("UD_SEND_ONLY 200");
    }

    @Test
    void shouldRefuseWritesAndWhatHasNoDestination() {
        post(datagram(1, 1, 1, QKEY).opcode(WrOpcode.RDMA_WRITE), way);
        assertThat(solo.sent()).containsExactly("1 LOC_QP_OP_ERR");
        modify(new QpAttr().qpState(QpState.RTS), 0);
        post(datagram(2, 1, 1, QKEY), null);
        assertThat(solo.sent()).containsExactly("2 LOC_QP_OP_ERR");
        assertThat(solo.log).isEmpty();
    }

    @Test
    void shouldPutTheNetworkHeaderBeforeTheMessage() {
        postReceive(7, 1000);
        HandMade solicited =
                packet(Opcode.UD_SEND_ONLY_WITH_IMMEDIATE, 5)
                        .deth(QKEY, SOURCE_QP)
                        .immediate(0xcafe)
                        .payload(9)
                        .solicited();
        take(solicited);

        WorkCompletion done = solo.host.received().getFirst();
        assertThat(done.isSuccess()).isTrue();
        assertThat(done.wrId()).isEqualTo(7);
        assertThat(done.opcode()).isEqualTo(WcOpcode.RECV);
        assertThat(done.byteLen()).isEqualTo(GRH + 9);
        assertThat(done.srcQp()).isEqualTo(SOURCE_QP);
        assertThat(done.immData()).isEqualTo(0xcafe);
        assertThat(done.wcFlags()).isEqualTo(WcFlags.GRH | WcFlags.WITH_IMM);
        assertThat(solo.host.solicitedReceives).containsExactly(7L);
        assertThat(memory(GRH, 9)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
        byte[] header = new byte[GRH];
        Arrays.fill(header, 0, 36, (byte) 0xEE);
        header[39] = 12 + 8 + 4 + 9 + 3 + 4; // BTH, DETH, ImmDt, payload, padding, ICRC
        assertThat(memory(0, GRH)).isEqualTo(header);
    }

    @Test
    void shouldScatterHeaderAndMessageOverTheElementsOfAReceive() {
        RecvWr wr = new RecvWr().wrId(1);
        int key = solo.host.region.lkey();
        wr.addSge(solo.address(), 30, key).addSge(solo.address() + 100, 12, key);
        solo.host.post(wr.addSge(solo.address() + 200, 100, key));
        take(arriving(0, 5));

        assertThat(memory(0, 30)).containsOnly(0xEE);
        assertThat(memory(110, 2)).containsExactly(1, 2);
        assertThat(memory(200, 3)).containsExactly(3, 4, 5);
        assertThat(solo.received()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldTakeAnySequenceNumberFromAnySender() {
        for (int i = 0; i < 4; i++) {
            postReceive(i, 100);
        }
        take(arriving(9, 1), arriving(9, 1), arriving(3, 1), arriving(0xff_ffff, 0));
        assertThat(solo.received())
                .containsExactly("0 SUCCESS", "1 SUCCESS", "2 SUCCESS", "3 SUCCESS");
    }

    @Test
    void shouldDropInSilenceWhatIsNotAllowed() {
        postReceive(1, GRH + 10);
        take(packet(Opcode.UD_SEND_ONLY, 0).deth(QKEY + 1, SOURCE_QP).payload(1));
        assertThat(solo.host.count(Counter.DROPPED_QKEY)).isEqualTo(1);
        take(arriving(1, 11));
        assertThat(solo.host.count(Counter.DROPPED_REFUSED)).isEqualTo(1);
        take(packet(Opcode.UC_SEND_ONLY, 0), packet(Opcode.RC_SEND_ONLY, 0));
        assertThat(solo.host.count(Counter.DROPPED_QP_STATE)).isEqualTo(2);
        take(arriving(1, 1).pKey(0x1234));
        assertThat(solo.host.count(Counter.DROPPED_PKEY)).isEqualTo(1);
        assertThat(solo.received()).isEmpty();

        take(arriving(2, 10), arriving(3, 10));
        assertThat(solo.received()).containsExactly("1 SUCCESS");
        assertThat(solo.host.count(Counter.DROPPED_NO_RECEIVE)).isEqualTo(1);
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        assertThat(solo.host.events).isEmpty();
    }

    @Test
    void shouldDropWhatIsLongerThanAnyPacketOfThePort() {
        postReceive(1, 4096);
        take(arriving(0, MTU + 1));
        assertThat(solo.received()).isEmpty();
        take(arriving(0, MTU));
        assertThat(solo.received()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldTakeAnotherKeyWhileItRuns() {
        modify(new QpAttr().qkey(4), 0);
        postReceive(1, 100);
        take(arriving(0, 1), packet(Opcode.UD_SEND_ONLY, 0).deth(4, SOURCE_QP));
        assertThat(solo.received()).containsExactly("1 SUCCESS");
        assertThat(solo.host.count(Counter.DROPPED_QKEY)).isEqualTo(1);
    }

    @Test
    void shouldFailWhenTheReceivesMemoryIsWrong() {
        solo.host.post(new RecvWr().wrId(1).addSge(solo.address(), 100, 0x1234));
        postReceive(2, 100);
        take(arriving(0, 1));
        assertThat(solo.received()).containsExactly("1 LOC_PROT_ERR", "2 WR_FLUSH_ERR");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.host.events).containsExactly(EventType.QP_FATAL);
    }

    @Test
    void shouldTakeNothingBeforeItIsReadyToReceive() {
        modify(new QpAttr().qpState(QpState.RESET), 0);
        modify(new QpAttr().qpState(QpState.INIT).qkey(QKEY), 0xffff);
        postReceive(1, 100);
        take(arriving(0, 1));
        assertThat(solo.host.count(Counter.DROPPED_QP_STATE)).isEqualTo(1);
        modify(new QpAttr().qpState(QpState.RTR), 0);
        take(arriving(0, 1));
        assertThat(solo.received()).containsExactly("1 SUCCESS");
        assertThat(solo.host.events).isEmpty();
    }

    @Test
    void shouldHoldWhatGoesAPausedWayAndWhatIsBehindIt() {
        Stoppable stopped = new Stoppable(new Object());
        assertThat(post(datagram(1, 3, 0x17, 0x55), stopped)).isEmpty();
        assertThat(post(datagram(2, 3, 0x17, 0x55), way)).as("in order").isEmpty();
        assertThat(solo.elapse(1_000_000_000)).isEmpty();

        stopped.resume();
        solo.host.shard.onResumed();

        assertThat(solo.turn()).hasSize(2);
    }

    @Test
    void shouldHoldAgainWhatIsStillPausedWhenAnotherWayResumes() {
        Stoppable stopped = new Stoppable(new Object());
        assertThat(post(datagram(1, 3, 0x17, 0x55), stopped)).isEmpty();
        solo.host.shard.onResumed();
        assertThat(solo.turn()).isEmpty();

        stopped.resume();
        solo.host.shard.markReady(solo.host.qp);

        assertThat(solo.turn()).as("a queue pair that was modified is asked").hasSize(1);
    }

    @Test
    void shouldForgetWhatIsHeldWithItsQueuePair() {
        Stoppable stopped = new Stoppable(new Object());
        assertThat(post(datagram(1, 3, 0x17, 0x55), stopped)).isEmpty();

        solo.host.shard.destroyQp(solo.host.qp);
        stopped.resume();
        solo.host.shard.onResumed();

        assertThat(solo.turn()).isEmpty();
    }
}
