package org.urdma4j.transport.unreliable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.rc.HandMade;
import org.urdma4j.transport.rc.Host;
import org.urdma4j.transport.rc.Solo;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/** What a UC queue pair does with its peer's packets: a message arrives whole, or it never was. */
class UcResponderTest {
    private static final int MTU = Solo.MTU;
    private static final int PSN = Solo.RQ_PSN;

    private final Solo solo = new Solo(new Host("uc", QpType.UC, 1));

    @BeforeEach
    void connect() {
        solo.connect(Solo.attr());
    }

    private void postReceive(long id, long offset, int bytes) {
        long at = solo.address() + offset;
        solo.host.post(new RecvWr().wrId(id).addSge(at, bytes, solo.host.region.lkey()));
    }

    /** Hands in packets, to which nothing may ever be answered. */
    private void take(HandMade... packets) {
        assertThat(solo.receive(packets)).isEmpty();
        assertThat(solo.elapse(1_000_000_000)).isEmpty();
    }

    private static HandMade full(int opcode, int psn) {
        return packet(opcode, psn).payload(MTU);
    }

    private byte[] memory(long offset, int bytes) {
        return solo.host.memory.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    /** Returns what {@link HandMade#payload(int)} puts into packets, one after the other. */
    private static byte[] payloads(int... lengths) {
        byte[] all = new byte[Arrays.stream(lengths).sum()];
        int at = 0;
        for (int length : lengths) {
            for (int i = 0; i < length; i++) {
                all[at++] = (byte) (i + 1);
            }
        }
        return all;
    }

    private long count(Counter counter) {
        return solo.host.count(counter);
    }

    @Test
    void shouldPutAMessageTogether() {
        postReceive(7, 0, 1000);
        take(
                full(Opcode.UC_SEND_FIRST, PSN),
                full(Opcode.UC_SEND_MIDDLE, PSN + 1),
                packet(Opcode.UC_SEND_LAST_WITH_IMMEDIATE, PSN + 2).immediate(0xabcd).payload(3));

        WorkCompletion done = solo.host.received().getFirst();
        assertThat(done.isSuccess()).isTrue();
        assertThat(done.wrId()).isEqualTo(7);
        assertThat(done.opcode()).isEqualTo(WcOpcode.RECV);
        assertThat(done.byteLen()).isEqualTo(2 * MTU + 3);
        assertThat(done.immData()).isEqualTo(0xabcd);
        assertThat(done.wcFlags()).isEqualTo(WcFlags.WITH_IMM);
        assertThat(memory(0, 2 * MTU + 3)).isEqualTo(payloads(MTU, MTU, 3));
    }

    @Test
    void shouldDropAMessageWithAGapAndGiveItsReceiveToTheNext() {
        postReceive(1, 0, 1000);
        take(
                full(Opcode.UC_SEND_FIRST, PSN),
                packet(Opcode.UC_SEND_LAST, PSN + 2).payload(9),
                full(Opcode.UC_SEND_FIRST, PSN + 3),
                packet(Opcode.UC_SEND_LAST, PSN + 4).payload(5));

        List<WorkCompletion> done = solo.host.received();
        assertThat(done).hasSize(1);
        assertThat(done.getFirst().wrId()).isEqualTo(1);
        assertThat(done.getFirst().byteLen()).isEqualTo(MTU + 5);
        assertThat(memory(0, MTU + 5)).isEqualTo(payloads(MTU, 5));
        assertThat(count(Counter.INCOMPLETE_MESSAGES)).isEqualTo(1);
        assertThat(count(Counter.OUT_OF_SEQ_REQUEST)).isEqualTo(1);
    }

    @Test
    void shouldDropAMessageWhoseFirstIsMissing() {
        postReceive(1, 0, 1000);
        take(full(Opcode.UC_SEND_MIDDLE, PSN + 1), packet(Opcode.UC_SEND_LAST, PSN + 2).payload(1));
        assertThat(solo.received()).isEmpty();

        take(packet(Opcode.UC_SEND_ONLY, PSN + 3).payload(1));
        assertThat(solo.received()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldBeginAnewWhereTheLastIsMissing() {
        postReceive(1, 0, 1000);
        take(
                full(Opcode.UC_SEND_FIRST, PSN),
                packet(Opcode.UC_SEND_ONLY, PSN + 2).payload(4),
                packet(Opcode.UC_SEND_LAST, PSN + 3).payload(4));

        assertThat(solo.received()).containsExactly("1 SUCCESS");
        assertThat(memory(0, 4)).isEqualTo(payloads(4));
    }

    @Test
    void shouldNotMixTwoMessagesThatFollowEachOther() {
        postReceive(1, 0, 1000);
        // In sequence, but the second is no part of the first.
        take(
                full(Opcode.UC_SEND_FIRST, PSN),
                packet(Opcode.UC_RDMA_WRITE_LAST, PSN + 1).payload(4),
                packet(Opcode.UC_SEND_LAST, PSN + 2).payload(4));
        assertThat(solo.received()).isEmpty();
        assertThat(count(Counter.INCOMPLETE_MESSAGES)).isEqualTo(1);
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
    }

    @Test
    void shouldTakeNoMessageTwiceAndNoneThatIsLate() {
        postReceive(1, 0, 100);
        postReceive(2, 0, 100);
        take(
                packet(Opcode.UC_SEND_ONLY, PSN + 1),
                packet(Opcode.UC_SEND_ONLY, PSN + 1),
                packet(Opcode.UC_SEND_ONLY, PSN),
                packet(Opcode.UC_SEND_ONLY, PSN + 2));

        assertThat(solo.received()).containsExactly("1 SUCCESS", "2 SUCCESS");
        assertThat(count(Counter.DUPLICATE_REQUEST)).isEqualTo(2);
    }

    @Test
    void shouldIgnoreARepeatedPacketWithinAMessage() {
        postReceive(1, 0, 1000);
        take(
                full(Opcode.UC_SEND_FIRST, PSN),
                full(Opcode.UC_SEND_FIRST, PSN),
                packet(Opcode.UC_SEND_LAST, PSN + 1).payload(2));
        assertThat(solo.received()).containsExactly("1 SUCCESS");
        assertThat(memory(0, MTU + 2)).isEqualTo(payloads(MTU, 2));
    }

    @Test
    void shouldFollowAPeerThatAllButWentRoundTheCircle() {
        postReceive(1, 0, 100);
        int farBehind = (PSN - 65_537) & 0xff_ffff;
        take(packet(Opcode.UC_SEND_ONLY, farBehind));
        assertThat(solo.received()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldDropWhatFindsNoReceive() {
        take(
                full(Opcode.UC_SEND_FIRST, PSN),
                full(Opcode.UC_SEND_MIDDLE, PSN + 1),
                packet(Opcode.UC_SEND_LAST, PSN + 2).payload(1));
        assertThat(count(Counter.DROPPED_NO_RECEIVE)).isEqualTo(1);
        assertThat(count(Counter.OUT_OF_SEQ_REQUEST)).isZero();

        postReceive(1, 0, 10);
        take(packet(Opcode.UC_SEND_ONLY, PSN + 3).payload(1));
        assertThat(solo.received()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldDropASendThatIsTooLongAndKeepTheReceive() {
        postReceive(1, 0, MTU + 10);
        take(
                full(Opcode.UC_SEND_FIRST, PSN),
                packet(Opcode.UC_SEND_LAST, PSN + 1).payload(11),
                packet(Opcode.UC_SEND_ONLY, PSN + 2).payload(10));

        assertThat(solo.received()).containsExactly("1 SUCCESS");
        assertThat(count(Counter.DROPPED_REFUSED)).isEqualTo(1);
        assertThat(solo.host.events).isEmpty();
    }

    @Test
    void shouldWrite() {
        take(
                full(Opcode.UC_RDMA_WRITE_FIRST, PSN)
                        .reth(solo.address() + 64, solo.rkey(), MTU + 3),
                packet(Opcode.UC_RDMA_WRITE_LAST, PSN + 1).payload(3));

        assertThat(solo.received()).isEmpty();
        assertThat(memory(64, MTU + 3)).isEqualTo(payloads(MTU, 3));
        assertThat(count(Counter.RDMA_WRITES)).isEqualTo(1);
    }

    @Test
    void shouldTakeTheReceiveOfAWriteWithImmediateAtItsEnd() {
        HandMade first =
                full(Opcode.UC_RDMA_WRITE_FIRST, PSN).reth(solo.address(), solo.rkey(), MTU + 1);
        HandMade last =
                packet(Opcode.UC_RDMA_WRITE_LAST_WITH_IMMEDIATE, PSN + 1).immediate(5).payload(1);
        take(first);
        postReceive(3, 0, 0);
        take(last);

        WorkCompletion done = solo.host.received().getFirst();
        assertThat(done.opcode()).isEqualTo(WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(done.byteLen()).isEqualTo(MTU + 1);
        assertThat(done.immData()).isEqualTo(5);
    }

    @Test
    void shouldDropAWriteWithImmediateThatFindsNoReceive() {
        take(
                packet(Opcode.UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, PSN)
                        .reth(solo.address(), solo.rkey(), 1)
                        .immediate(5)
                        .payload(1));
        assertThat(count(Counter.DROPPED_NO_RECEIVE)).isEqualTo(1);
        assertThat(count(Counter.RDMA_WRITES)).isZero();
    }

    @Test
    void shouldStayConnectedWhenAWriteIsNotAllowed() {
        take(
                packet(Opcode.UC_RDMA_WRITE_ONLY, PSN)
                        .reth(solo.address(), solo.rkey() + 1, 4)
                        .payload(4),
                packet(Opcode.UC_RDMA_WRITE_ONLY, PSN + 1)
                        .reth(solo.address(), solo.rkey(), 5)
                        .payload(4),
                packet(Opcode.UC_RDMA_WRITE_ONLY, PSN + 2)
                        .reth(solo.address() + (1 << 16), solo.rkey(), 4)
                        .payload(4));

        assertThat(memory(0, 8)).containsOnly(0);
        assertThat(count(Counter.DROPPED_REFUSED)).isEqualTo(3);
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        assertThat(solo.host.events).isEmpty();
    }

    @Test
    void shouldFailWhenTheReceivesMemoryIsWrong() {
        solo.host.post(new RecvWr().wrId(1).addSge(solo.address(), 10, 0x1234));
        postReceive(2, 0, 10);
        take(packet(Opcode.UC_SEND_ONLY, PSN).payload(1));

        assertThat(solo.received()).containsExactly("1 LOC_PROT_ERR", "2 WR_FLUSH_ERR");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.host.events).containsExactly(EventType.QP_FATAL);
    }

    @Test
    void shouldGoOnAcrossTheEndOfTheSequenceNumbers() {
        Solo wrapping = new Solo(new Host("wrapping", QpType.UC, 2));
        wrapping.connect(Solo.attr().rqPsn(0xff_ffff));
        long at = wrapping.address();
        wrapping.host.post(new RecvWr().wrId(1).addSge(at, 999, wrapping.host.region.lkey()));
        wrapping.receive(
                full(Opcode.UC_SEND_FIRST, 0xff_ffff), packet(Opcode.UC_SEND_LAST, 0).payload(1));
        assertThat(wrapping.received()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldTakeNoPacketOfAnotherService() {
        postReceive(1, 0, 10);
        take(
                packet(Opcode.RC_SEND_ONLY, PSN),
                packet(Opcode.UD_SEND_ONLY, PSN),
                HandMade.ack(PSN, 0, 0));
        assertThat(solo.received()).isEmpty();
        assertThat(count(Counter.DROPPED_QP_STATE)).isEqualTo(3);
    }

    @Test
    void shouldTakeNoPacketOfAnotherSender() {
        postReceive(1, 0, 10);
        solo.receiveFrom(new Object(), packet(Opcode.UC_SEND_ONLY, PSN));
        assertThat(solo.received()).isEmpty();
        assertThat(count(Counter.DROPPED_WRONG_PEER)).isEqualTo(1);
    }

    @Test
    void shouldTellWhenThePeerIsHeardFirst() {
        Solo listening = new Solo(new Host("listening", QpType.UC, 3));
        listening.host.listen(Solo.PEER_QPN, listening.peer, Solo.attr());
        listening.receive(packet(Opcode.UC_SEND_ONLY, PSN), packet(Opcode.UC_SEND_ONLY, PSN + 1));
        assertThat(listening.host.events).containsExactly(EventType.COMM_EST);
    }
}
