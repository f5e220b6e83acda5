package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.MTU;
import static org.urdma4j.transport.rc.Solo.RQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.CreditCode;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.RecvWr;

import java.util.ArrayList;
import java.util.List;

/** When acknowledgements go out, and what they say: MSN and credits (IBTA 1.4 §9.7.5.1, §9.7.7). */
class ResponderAcknowledgeTest {
    private static final int INTERVAL = EngineConfig.DEFAULT.ackInterval();

    private final Solo solo = Solo.connected();

    private HandMade first(int packets) {
        return packet(Opcode.RC_RDMA_WRITE_FIRST, RQ_PSN)
                .reth(solo.address(), solo.rkey(), (long) packets * MTU)
                .payload(MTU);
    }

    private static HandMade middle(int index) {
        return packet(Opcode.RC_RDMA_WRITE_MIDDLE, RQ_PSN + index).payload(MTU);
    }

    private static HandMade last(int index) {
        return packet(Opcode.RC_RDMA_WRITE_LAST, RQ_PSN + index).payload(MTU);
    }

    private static HandMade send(int index) {
        return packet(Opcode.RC_SEND_ONLY, RQ_PSN + index);
    }

    private void postReceives(int n) {
        for (int i = 0; i < n; i++) {
            solo.host.post(new RecvWr());
        }
    }

    @Test
    void shouldAcknowledgeTheLastPacketOfAMessageAndNoOther() {
        assertThat(brief(solo.receive(first(4), middle(1), middle(2)))).isEmpty();
        assertThat(brief(solo.receive(last(3)))).containsExactly("ACK 103");
    }

    @Test
    void shouldAcknowledgeWhenAsked() {
        assertThat(brief(solo.receive(first(4), middle(1).ackRequested())))
                .containsExactly("ACK 101");
    }

    @Test
    void shouldAcknowledgeUnaskedAfterAnInterval() {
        List<Captured> answers = new ArrayList<>(solo.receive(first(3 * INTERVAL)));
        for (int i = 1; i < 2 * INTERVAL; i++) {
            answers.addAll(solo.receive(middle(i)));
        }

        assertThat(brief(answers))
                .containsExactly(
                        "ACK " + (RQ_PSN + INTERVAL - 1), "ACK " + (RQ_PSN + 2 * INTERVAL - 1));
    }

    @Test
    void shouldAcknowledgeSeveralMessagesAtOnce() {
        postReceives(3);

        List<Captured> answers = solo.receiveTogether(send(0), send(1), send(2));

        assertThat(brief(answers)).containsExactly("ACK 102");
        assertThat(answers.getFirst().headers.msn()).isEqualTo(3);
    }

    @Test
    void shouldLetAReadAnswerAcknowledgeWhatCameBeforeIt() {
        postReceives(1);

        assertThat(
                        brief(
                                solo.receiveTogether(
                                        send(0),
                                        packet(Opcode.RC_RDMA_READ_REQUEST, RQ_PSN + 1)
                                                .reth(solo.address(), solo.rkey(), 8))))
                .containsExactly("READ_RESPONSE_ONLY 101");
    }

    @Test
    void shouldCountCompletedMessages() {
        postReceives(2);
        List<Captured> answers = new ArrayList<>();
        answers.addAll(solo.receive(send(0)));
        answers.addAll(
                solo.receive(
                        packet(Opcode.RC_RDMA_READ_REQUEST, RQ_PSN + 1)
                                .reth(solo.address(), solo.rkey(), 2L * MTU)));
        answers.addAll(
                solo.receive(
                        packet(Opcode.RC_FETCH_ADD, RQ_PSN + 3)
                                .atomic(solo.address(), solo.rkey(), 0, 0)));
        answers.addAll(
                solo.receive(packet(Opcode.RC_SEND_FIRST, RQ_PSN + 4).payload(MTU).ackRequested()));

        assertThat(brief(answers))
                .containsExactly(
                        "ACK 100",
                        "READ_RESPONSE_FIRST 101",
                        "READ_RESPONSE_LAST 102",
                        "ATOMIC_ACKNOWLEDGE 103",
                        "NAK61 104"); // a receive of no bytes is too short
        assertThat(answers).extracting(a -> a.headers.msn()).containsExactly(1, 2, 2, 3, 3);
    }

    @Test
    void shouldNotCountAMessageThatIsNotComplete() {
        Captured ack = solo.receive(first(2).ackRequested()).getFirst();

        assertThat(ack.headers.msn()).isZero();
    }

    @Test
    void shouldAnnounceFreeReceives() {
        postReceives(6);

        assertThat(credits(solo.receive(send(0)))).containsExactly(5 - 1); // rounded down
        assertThat(credits(solo.receive(send(1)))).containsExactly(4);
        assertThat(credits(solo.receive(send(2)))).containsExactly(3);
    }

    @Test
    void shouldNotAnnounceTheReceiveThatAMessageIsTaking() {
        solo.host.post(new RecvWr().addSge(solo.address(), 4096, solo.host.region.lkey()));
        postReceives(2);

        assertThat(
                        credits(
                                solo.receive(
                                        packet(Opcode.RC_SEND_FIRST, RQ_PSN)
                                                .payload(MTU)
                                                .ackRequested())))
                .containsExactly(2);
    }

    @Test
    void shouldTellAPeerWithoutCreditsOfNewReceives() {
        postReceives(1);
        assertThat(credits(solo.receive(send(0)))).containsExactly(0);

        postReceives(2);
        List<Captured> update = solo.turn();

        assertThat(brief(update)).containsExactly("ACK 100");
        assertThat(credits(update)).containsExactly(2);
        postReceives(1);
        assertThat(solo.turn()).as("it knows of some").isEmpty();
    }

    @Test
    void shouldTellOfNewReceivesAPeerWhomAReadAnswerToldThereAreNone() {
        List<Captured> answer =
                solo.receive(
                        packet(Opcode.RC_RDMA_READ_REQUEST, RQ_PSN)
                                .reth(solo.address(), solo.rkey(), 8));
        assertThat(credits(answer)).containsExactly(0);

        postReceives(2);

        assertThat(credits(solo.turn())).containsExactly(2);
    }

    private static List<Integer> credits(List<Captured> answers) {
        return answers.stream()
                .map(a -> CreditCode.decode(AethSyndrome.value(a.headers.syndrome())))
                .toList();
    }
}
