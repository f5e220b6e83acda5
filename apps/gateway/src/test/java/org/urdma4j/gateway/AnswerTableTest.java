package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.gateway.GatewayBench.RTT_NS;
import static org.urdma4j.gateway.GatewayBench.answersMark;
import static org.urdma4j.gateway.GatewayBench.answersStatus;
import static org.urdma4j.gateway.GatewayBench.mark;
import static org.urdma4j.gateway.GatewayBench.psns;
import static org.urdma4j.gateway.GatewayBench.status;
import static org.urdma4j.gateway.TestPacket.ack;
import static org.urdma4j.gateway.TestPacket.fetchAdd;
import static org.urdma4j.gateway.TestPacket.middle;
import static org.urdma4j.gateway.TestPacket.nak;
import static org.urdma4j.gateway.TestPacket.read;
import static org.urdma4j.gateway.TestPacket.response;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The table of answers in apps/gateway/protocol.md, row by row. */
class AnswerTableTest {
    private GatewayBench bench = new GatewayBench();

    @AfterEach
    void close() {
        bench.close();
    }

    /** At the requester: 0 and 1 are acknowledged, a READ of 2 to 5 and a WRITE 6 are under way. */
    private GatewayBench awaiting() {
        bench.fromInside(middle(0), middle(1)).fromOutside(ack(0), ack(1)).after(RTT_NS);
        bench.fromOutside(status(1, 1, 2, 2), answersMark(1, 1, 2));
        return bench.fromInside(read(2, 1000), middle(6)).forgetOutput();
    }

    /** At the responder: 0 and 1 are acknowledged, and a READ of 2 to 5 and a WRITE 6 have come. */
    private GatewayBench answering() {
        bench.fromOutside(middle(0), mark(1, 0, 1), middle(1)).fromInside(ack(0), ack(1));
        bench.fromOutside(read(2, 1000), middle(6));
        return bench.after(RTT_NS).fromOutside(answersStatus(2, 2)).forgetOutput();
    }

    @Test
    void answersInOrderShouldPass() {
        awaiting().fromOutside(response(2), response(3), response(4), response(5), ack(6));

        assertThat(psns(bench.inside)).containsExactly(2, 3, 4, 5, 6);
        assertThat(bench.statuses()).isEmpty();
    }

    @Test
    void answersBehindAHoleShouldBeHeldAndTheHoleReportedAtOnce() {
        awaiting().fromOutside(response(2), response(4), response(5));

        assertThat(psns(bench.inside)).containsExactly(2);
        assertThat(bench.statuses()).containsExactly("#0 3..5: 3+1");
        bench.fromOutside(response(3));
        assertThat(psns(bench.inside)).containsExactly(2, 3, 4, 5);
    }

    @Test
    void ofAcknowledgementsBehindAHoleTheNewestShouldBeHeld() {
        awaiting().fromInside(middle(7)).forgetOutput();
        bench.fromOutside(response(2), response(3), response(5), ack(6), ack(7));

        assertThat(psns(bench.inside)).containsExactly(2, 3);
        bench.fromOutside(response(4));
        assertThat(psns(bench.inside)).containsExactly(2, 3, 4, 5, 7);
    }

    @Test
    void acknowledgementPastAllAnswersShouldBeHeld() {
        awaiting().fromOutside(ack(6));

        assertThat(bench.inside).isEmpty();
        assertThat(bench.statuses()).containsExactly("#0 2..7: 2+4");
    }

    @Test
    void atomicsShouldHaveAnswersOfTheirOwn() {
        awaiting().fromInside(fetchAdd(7), middle(8)).forgetOutput();

        bench.fromOutside(response(2), response(3), response(4), response(5), ack(6), ack(8));

        assertThat(psns(bench.inside)).containsExactly(2, 3, 4, 5, 6);
        assertThat(bench.statuses()).containsExactly("#0 7..9: 7+1");
    }

    @Test
    void markShouldTellOfLostAnswers() {
        awaiting().fromOutside(response(2), answersMark(3, 2, 6));

        assertThat(bench.statuses()).containsExactly("#3 3..6: 3+3");
    }

    @Test
    void markShouldTellOfALostAcknowledgement() {
        awaiting().fromOutside(response(2), response(3), response(4), response(5));

        bench.fromOutside(answersMark(3, 2, 7));

        assertThat(bench.statuses()).containsExactly("#3 6..7: 6+1");
        bench.after(RTT_NS / 4);
        assertThat(bench.statuses()).hasSize(2);
        bench.fromOutside(ack(6)).forgetOutput().after(RTT_NS);
        assertThat(bench.statuses()).isEmpty();
    }

    @Test
    void openHoleShouldBeReportedEveryQuarterOfARoundTripAndGivenUp() {
        awaiting().fromOutside(response(2), response(4)).forgetOutput();

        bench.after(RTT_NS);
        assertThat(bench.statuses()).hasSize(4).containsOnly("#0 3..5: 3+1");
        bench.after(4 * RTT_NS);

        assertThat(psns(bench.inside)).containsExactly(4);
        assertThat(bench.gateway.counters().givenUp).isEqualTo(1);
    }

    /** Whoever did not fill a hole is not trusted until it speaks again. */
    @Test
    void afterAHoleThatWasGivenUpNothingShouldBeHeldUntilAMarkComes() {
        awaiting().fromOutside(response(3)).after(5 * RTT_NS).forgetOutput();

        bench.fromOutside(response(5));

        assertThat(psns(bench.inside)).containsExactly(5);
        bench.fromInside(read(2, 1000)).fromOutside(answersMark(3, 2, 6)).forgetOutput();
        bench.fromOutside(response(3));
        assertThat(bench.inside).isEmpty();
    }

    /** As in a bulk READ, of which there is always some hole. */
    @Test
    void holesThatAreFilledOneByOneShouldNotBeGivenUp() {
        awaiting().fromOutside(response(2), response(3), response(4), response(5), ack(6));
        bench.fromInside(read(7, 100 * TestPacket.MTU)).fromOutside(response(8)).forgetOutput();

        for (int hole = 7; hole < 97; hole += 2) {
            bench.fromOutside(response(hole + 3)).after(RTT_NS / 2).fromOutside(response(hole));
        }

        assertThat(bench.gateway.counters().givenUp).isZero();
        assertThat(psns(bench.inside)).hasSize(90).isSorted();
    }

    @Test
    void withoutAMarkAboutAnswersNothingShouldBeHeld() {
        bench.fromInside(middle(0), middle(1)).fromOutside(ack(0), ack(1)).after(RTT_NS);
        bench.fromOutside(status(1, 1, 2, 2)).fromInside(read(2, 1000), middle(6)).forgetOutput();

        bench.fromOutside(response(2), response(4), ack(6));

        assertThat(psns(bench.inside)).containsExactly(2, 4, 6);
        assertThat(bench.statuses()).isEmpty();
    }

    @Test
    void withoutACopyEverythingHeldShouldPass() {
        awaiting().fromOutside(response(2), response(4), ack(6)).forgetOutput();

        bench.fromOutside(answersMark(3, 4, 7));

        assertThat(psns(bench.inside)).containsExactly(4, 6);
    }

    @Test
    void withoutRoomEverythingHeldShouldPass() {
        bench = new GatewayBench(GatewayBench.config().reorderBytes(400).build());
        awaiting().fromOutside(response(3), response(4));

        assertThat(psns(bench.inside)).containsExactly(3, 4);
    }

    @Test
    void negativeAnswerPastAHoleShouldPassBehindWhatIsHeld() {
        awaiting().fromOutside(response(2), response(4), nak(6));

        assertThat(psns(bench.inside)).containsExactly(2, 4, 6);
    }

    @Test
    void readAgainShouldDropWhatIsHeldBehindIt() {
        awaiting().fromOutside(response(2), response(4)).forgetOutput();

        bench.fromInside(read(3, 700)).fromOutside(response(3), response(4), response(5));

        assertThat(psns(bench.inside)).containsExactly(3, 4, 5);
    }

    @Test
    void hostShouldNotBeAskedToGoBackPastAnswersThatItLacks() {
        awaiting().after(RTT_NS).fromOutside(ack(6)).forgetOutput();

        bench.fromInside(middle(9)).after(RTT_NS).fromOutside(status(0, 2, 7, 10, 7, 2));

        assertThat(bench.nacks()).isEmpty();
    }

    @Test
    void answersShouldBeSentAgainOnStatus() {
        answering().fromInside(response(2), response(3), response(4)).after(RTT_NS).forgetOutput();

        bench.fromOutside(answersStatus(3, 5, 3, 1));

        assertThat(psns(bench.outside)).containsExactly(3);
        assertThat(bench.marks()).hasSize(1);
        assertThat(bench.inside).isEmpty();
    }

    /** What was behind it has been acknowledged before. */
    @Test
    void answersToAReadThatCameAgainShouldBeSentAgainOnStatus() {
        answering().fromInside(response(2), response(3), response(4), response(5), ack(6));
        bench.after(RTT_NS).fromOutside(read(3, 700)).forgetOutput();
        bench.fromInside(response(3), response(4), response(5)).after(RTT_NS).forgetOutput();

        bench.fromOutside(answersStatus(4, 7, 4, 1));

        assertThat(psns(bench.outside)).containsExactly(4);
    }

    @Test
    void newestAcknowledgementShouldBeSentAgainOnStatus() {
        bench.fromOutside(middle(0), mark(1, 0, 1), middle(1), middle(2), middle(3));
        bench.fromInside(ack(0), ack(1), ack(2), ack(3)).after(RTT_NS).forgetOutput();

        bench.fromOutside(answersStatus(3, 4, 3, 1));

        assertThat(psns(bench.outside)).containsExactly(3);
    }

    @Test
    void markShouldFollowAtRestUntilAllHasArrived() {
        answering().fromInside(response(2), response(3)).after(99_999);
        assertThat(bench.marks()).isEmpty();

        bench.after(1);
        assertThat(bench.marks()).containsExactly("2..4");

        bench.fromOutside(answersStatus(4, 4)).forgetOutput().after(100 * RTT_NS);
        assertThat(bench.marks()).isEmpty();
    }

    @Test
    void acknowledgementThatAMarkConfirmsShouldBeFreed() {
        bench.fromOutside(middle(0), mark(1, 0, 1), middle(1)).fromInside(ack(0), ack(1));
        bench.after(RTT_NS).fromOutside(GatewayBench.answersEcho(1, 2, 2), middle(2));
        bench.fromInside(ack(2)).forgetOutput().fromOutside(mark(2, 3, 3)).forgetOutput();

        bench.after(100 * RTT_NS);

        assertThat(bench.marks()).isEmpty();
    }

    @Test
    void markShouldSayWhatCantBeSentAgain() {
        bench = new GatewayBench(GatewayBench.config().copyBytes(400).build());
        answering().fromInside(response(2), response(3), response(4)).after(RTT_NS).forgetOutput();

        bench.fromOutside(answersStatus(3, 5, 3, 1));

        assertThat(psns(bench.outside)).isEmpty();
        assertThat(bench.marks()).containsExactly("4..5");
    }

    @Test
    void statusOfWhatWasNeverSentShouldBeIgnored() {
        answering().fromInside(response(2)).forgetOutput();

        bench.fromOutside(answersStatus(2, 9, 2, 7));

        assertThat(psns(bench.outside)).isEmpty();
        assertThat(bench.gateway.counters().badMessages).isEqualTo(1);
    }
}
