package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.codec.ib.AethSyndrome.ACK_UNLIMITED;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.CreditCode;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/**
 * End-to-end credits at the requester (IBTA 1.4 §9.7.7.2): never more than one message ahead of
 * what the peer has room for.
 */
class CreditsTest {
    private static final WrOpcode SEND = WrOpcode.SEND;

    private final Solo solo = Solo.connected();

    private void postSends(int from, int to) {
        for (int id = from; id <= to; id++) {
            solo.host.post(solo.request(id, SEND, 8));
        }
    }

    private static HandMade ack(int psn, int msn, int credits) {
        return HandMade.ack(psn, AethSyndrome.ack(CreditCode.encode(credits)), msn);
    }

    @Test
    void shouldSendOneMessageToFindOut() {
        postSends(1, 5);

        assertThat(brief(solo.turn())).containsExactly("SEND_ONLY 200");
    }

    @Test
    void shouldSendOneMoreThanWasAnnounced() {
        postSends(1, 10);
        solo.turn();

        assertThat(solo.receive(ack(SQ_PSN, 1, 3))).hasSize(4);
        assertThat(solo.receive(ack(SQ_PSN + 1, 2, 2))).as("the same limit").isEmpty();
        assertThat(solo.receive(ack(SQ_PSN + 4, 5, 2))).hasSize(3);
    }

    @Test
    void shouldSendOneAtATimeWithoutCredits() {
        postSends(1, 3);
        solo.turn();

        for (int i = 0; i < 2; i++) {
            assertThat(solo.receive(ack(SQ_PSN + i, i + 1, 0))).hasSize(1);
        }
    }

    @Test
    void shouldNotLowerTheLimitByAnOldAnnouncement() {
        postSends(1, 20);
        solo.turn();
        solo.receive(ack(SQ_PSN, 1, 4));

        assertThat(solo.receive(ack(SQ_PSN, 1, 0))).isEmpty();
        assertThat(solo.receive(ack(SQ_PSN + 4, 5, 1)))
                .as("six, of which all are sent, and one more")
                .hasSize(1);
    }

    @Test
    void shouldSendWithoutBoundToAPeerThatDoesNotCount() {
        postSends(1, 50);
        solo.turn();

        assertThat(solo.receive(HandMade.ack(SQ_PSN, ACK_UNLIMITED, 1))).hasSize(49);
    }

    @Test
    void shouldTakeAnUpdateThatAcknowledgesNothingNew() {
        postSends(1, 5);
        solo.turn();
        solo.receive(ack(SQ_PSN, 1, 0));

        assertThat(solo.receive(ack(SQ_PSN, 1, 2))).hasSize(2);
    }

    @Test
    void shouldNotHoldBackWhatTakesNoReceive() {
        for (int id = 0; id < 20; id++) {
            solo.host.post(solo.request(id, WrOpcode.RDMA_WRITE, 8));
        }

        assertThat(solo.turn()).hasSize(20);
    }

    @Test
    void shouldHoldBackAWriteWithImmediate() {
        solo.host.post(solo.request(1, WrOpcode.RDMA_WRITE_WITH_IMM, 8));
        solo.host.post(solo.request(2, WrOpcode.RDMA_WRITE_WITH_IMM, 8));

        assertThat(solo.turn()).hasSize(1);
    }

    @Test
    void shouldNotCountMessagesThatTakeNoReceiveAgainstTheLimit() {
        solo.host.post(solo.request(1, SEND, 8));
        for (int id = 2; id <= 9; id++) {
            solo.host.post(solo.request(id, WrOpcode.RDMA_WRITE, 8));
        }
        postSends(10, 20);
        assertThat(solo.turn()).hasSize(9);

        assertThat(solo.receive(ack(SQ_PSN, 1, 4))).as("four, and one more").hasSize(5);
    }

    @Test
    void shouldCountThePartsOfAReadAsMessages() {
        Solo narrow =
                new Solo(EngineConfig.builder().maxInFlightBytes(8 * 512).build())
                        .connect(Solo.attr().maxRdAtomic(2));
        narrow.post(1, WrOpcode.RDMA_READ, 8L * Solo.MTU); // two requests of four packets
        narrow.host.post(narrow.request(2, SEND, 8));
        narrow.host.post(narrow.request(3, SEND, 8));
        for (int psn = SQ_PSN; psn < SQ_PSN + 8; psn++) {
            narrow.receive(readData(psn));
        }
        assertThat(narrow.log).last().hasToString("SEND_ONLY 208");

        assertThat(narrow.receive(ack(SQ_PSN + 8, 3, 0))).hasSize(1);
    }

    private static HandMade readData(int psn) {
        int index = (psn - SQ_PSN) % 4;
        int opcode =
                switch (index) {
                    case 0 -> Opcode.RC_RDMA_READ_RESPONSE_FIRST;
                    case 3 -> Opcode.RC_RDMA_READ_RESPONSE_LAST;
                    default -> Opcode.RC_RDMA_READ_RESPONSE_MIDDLE;
                };
        HandMade data = packet(opcode, psn).payload(Solo.MTU);
        int msn = 1 + (psn - SQ_PSN) / 4;
        return opcode == Opcode.RC_RDMA_READ_RESPONSE_MIDDLE
                ? data
                : data.aeth(AethSyndrome.ack(CreditCode.encode(0)), msn);
    }

    @Test
    void shouldSendAgainWhatHadCredits() {
        postSends(1, 4);
        solo.turn();
        solo.receive(ack(SQ_PSN, 1, 1));

        assertThat(solo.elapse(4096L << 14)).hasSize(2);
    }

    @Test
    void shouldBeginAnewWithEachConnection() {
        CreditLimit credits = new CreditLimit();
        credits.reset();
        credits.onAck(ACK_UNLIMITED, 1, 2, 1);
        assertThat(credits.allows(100)).isTrue();

        credits.reset();

        assertThat(credits.allows(1)).isTrue();
        assertThat(credits.allows(2)).isFalse();
    }

    @Test
    void shouldSendOnlyTheFirstPacketOfAMessageWithoutCredit() {
        solo.host.post(solo.request(1, SEND, 1000));

        List<Captured> probe = solo.turn();

        assertThat(brief(probe)).containsExactly("SEND_FIRST 200");
        assertThat(probe.getFirst().headers.ackRequested()).isTrue();
        assertThat(brief(solo.receive(ack(SQ_PSN, 0, 0))))
                .containsExactly("SEND_MIDDLE 201", "SEND_MIDDLE 202", "SEND_LAST 203");
    }

    @Test
    void shouldTryOnlyTheFirstPacketAgain() {
        solo.host.post(solo.request(1, SEND, 1000));
        solo.turn();

        assertThat(brief(solo.elapse(4096L << 14))).containsExactly("SEND_FIRST 200");
        solo.answer(SQ_PSN, AethSyndrome.rnrNak(1));
        assertThat(brief(solo.elapse(10_000))).containsExactly("SEND_FIRST 200");
    }

    @Test
    void shouldSendAWholeMessageWithCredit() {
        solo.post(1, SEND, 8);
        solo.receive(ack(SQ_PSN, 1, 1));

        assertThat(solo.post(2, SEND, 1000)).hasSize(4);
    }

    @Test
    void shouldSendAllOfAWriteWithImmediateWhichTakesTheReceiveLast() {
        assertThat(solo.post(1, WrOpcode.RDMA_WRITE_WITH_IMM, 1000)).hasSize(4);
    }

    @Test
    void shouldNotLetWritesInFlightHoldBackSends() {
        solo.post(0, SEND, 8);
        solo.receive(ack(SQ_PSN, 1, 16));
        int writes = 50;
        for (int round = 1; round <= 19; round++) {
            for (int i = 0; i < writes; i++) {
                solo.host.post(solo.request(round, WrOpcode.RDMA_WRITE, 8));
            }
            solo.host.post(solo.request(round, SEND, 8));
        }
        assertThat(solo.turn().size()).as("16 rounds, one more, and WRITEs").isEqualTo(917);

        int done = 10 * (writes + 1);
        List<Captured> more = solo.receive(ack(SQ_PSN + done, 1 + done, 16));

        assertThat(more.size()).as("the rest: 6 SENDs are under way to 16 receives").isEqualTo(52);
    }

    @Test
    void shouldCountAcrossTheWrapOfTheMessageNumbers() {
        CreditLimit credits = new CreditLimit();
        credits.reset();
        credits.takeSsn(0xfffffeL);
        assertThat(credits.nextSsn()).isEqualTo(0xffffff);
        assertThat(credits.takeReceive()).isOne();
        assertThat(credits.takeSsn(3)).isEqualTo(0xffffff);
        assertThat(credits.nextSsn()).isEqualTo(2);

        credits.onAck(AethSyndrome.ack(CreditCode.encode(3)), 1, 2, 1);

        assertThat(credits.covers(4)).isTrue();
        assertThat(credits.covers(5)).isFalse();
        assertThat(credits.allows(5)).isTrue();
        assertThat(credits.allows(6)).isFalse();
    }

    @Test
    void shouldIgnoreWhatAnOldMessageAnnounced() {
        CreditLimit credits = new CreditLimit();
        credits.reset();

        credits.onAck(AethSyndrome.ack(CreditCode.encode(8)), 3, 5, 4);

        assertThat(credits.covers(1)).isFalse();
    }
}
