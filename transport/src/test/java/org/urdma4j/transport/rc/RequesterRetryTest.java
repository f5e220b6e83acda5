package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.ack;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.MTU;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

/** Retries are for a peer that is silent or loses packets, not for one that is slow. */
class RequesterRetryTest {
    private static final long MS = 1_000_000;
    private static final int ACK = 0x1f;
    private static final int NAK = AethSyndrome.NAK_PSN_SEQUENCE_ERROR;
    private static final int RNR = 0x20 | Solo.RNR_TIMER;
    private static final int ROUNDS = 20;

    private final Solo solo = Solo.connected().uncounted();

    private SendWr request(WrOpcode opcode, long bytes) {
        return new SendWr()
                .wrId(1)
                .opcode(opcode)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(0x1000, 0x77)
                .addSge(solo.address(), bytes, solo.host.region.lkey());
    }

    /** A slow responder ends the long answer that it is at before it looks at the repetition. */
    @Test
    void shouldWaitWhileAnswersFromBeforeTheGapComeIn() {
        int packets = 100;
        int lost = SQ_PSN + 5;
        int last = SQ_PSN + packets - 1;
        solo.host.post(request(WrOpcode.RDMA_READ, (long) packets * MTU));
        assertThat(Solo.brief(solo.turn())).containsExactly("READ_REQUEST " + SQ_PSN);
        solo.receive(response(Opcode.RC_RDMA_READ_RESPONSE_FIRST, SQ_PSN));
        for (int psn = SQ_PSN + 1; psn < lost; psn++) {
            solo.receive(response(Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, psn));
        }

        assertThat(
                        Solo.brief(
                                solo.receive(
                                        response(Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, lost + 1))))
                .containsExactly("READ_REQUEST " + lost);
        for (int psn = lost + 2; psn < last; psn++) {
            assertThat(solo.elapse(10 * MS)).as("before answer " + psn).isEmpty();
            assertThat(solo.receive(response(Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, psn))).isEmpty();
        }
        solo.receive(response(Opcode.RC_RDMA_READ_RESPONSE_FIRST, lost));
        for (int psn = lost + 1; psn < last; psn++) {
            solo.receive(response(Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, psn));
        }
        solo.receive(response(Opcode.RC_RDMA_READ_RESPONSE_LAST, last));

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    private static HandMade response(int opcode, int psn) {
        HandMade response = packet(opcode, psn).payload(MTU);
        return opcode == Opcode.RC_RDMA_READ_RESPONSE_MIDDLE ? response : response.aeth(ACK, 1);
    }

    /** The silence after the last of them counts. */
    @Test
    void shouldAskAgainWhenAnswersFromBeforeTheGapEnd() {
        solo.host.post(request(WrOpcode.RDMA_READ, 4L * MTU));
        solo.turn();
        solo.receive(response(Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, SQ_PSN + 1));
        solo.elapse(60 * MS);
        solo.receive(response(Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, SQ_PSN + 2));

        assertThat(solo.elapse(60 * MS)).isEmpty();
        assertThat(Solo.brief(solo.elapse(10 * MS))).containsExactly("READ_REQUEST " + SQ_PSN);
    }

    /** rxe refuses the first packet with RNR and those behind it as out of sequence. */
    @Test
    void shouldNotTakeSequenceNaksDuringAnRnrWaitForRetries() {
        solo.host.post(request(WrOpcode.SEND, 2L * MTU));
        solo.turn();

        for (int i = 0; i < ROUNDS; i++) {
            assertThat(solo.receive(ack(SQ_PSN, RNR, 0), ack(SQ_PSN, NAK, 0))).isEmpty();
            assertThat(Solo.brief(solo.elapse(MS)))
                    .containsExactly("SEND_FIRST 200", "SEND_LAST 201");
        }
        solo.receive(ack(SQ_PSN + 1, ACK, 1));

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldNotCountRetriesAcrossRnrWaits() {
        solo.host.post(request(WrOpcode.SEND, 2L * MTU));
        solo.turn();

        for (int i = 0; i < ROUNDS; i++) {
            solo.receive(ack(SQ_PSN, RNR, 0));
            solo.elapse(MS);
            assertThat(Solo.brief(solo.receive(ack(SQ_PSN, NAK, 0))))
                    .containsExactly("SEND_FIRST 200", "SEND_LAST 201");
        }
        solo.receive(ack(SQ_PSN + 1, ACK, 1));

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    /** One loss brings many NAKs where duplicates arrive between the packets behind the gap. */
    @Test
    void shouldGoBackOnceForAllNaksOfOnePacket() {
        solo.host.post(request(WrOpcode.SEND, 2L * MTU));
        solo.turn();

        assertThat(solo.receive(ack(SQ_PSN, NAK, 0))).hasSize(2);
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(solo.receive(ack(SQ_PSN, NAK, 0))).isEmpty();
        }
        solo.receive(ack(SQ_PSN + 1, ACK, 1));

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldGiveUpWhenOnlySequenceNaksCome() {
        solo.host.post(request(WrOpcode.SEND, 2L * MTU));
        solo.turn();

        for (int i = 0; i < 3; i++) {
            assertThat(solo.receive(ack(SQ_PSN, NAK, 0))).hasSize(2);
            assertThat(solo.receive(ack(SQ_PSN, NAK, 0))).isEmpty();
            assertThat(solo.elapse(70 * MS)).hasSize(2);
        }
        assertThat(solo.receive(ack(SQ_PSN, NAK, 0))).hasSize(2);
        assertThat(solo.elapse(70 * MS)).isEmpty();

        assertThat(solo.sent()).containsExactly("1 RETRY_EXC_ERR");
    }
}
