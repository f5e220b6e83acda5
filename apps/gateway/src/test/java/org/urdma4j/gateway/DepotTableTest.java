package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.gateway.GatewayBench.RTT_NS;
import static org.urdma4j.gateway.GatewayBench.mark;
import static org.urdma4j.gateway.GatewayBench.psns;
import static org.urdma4j.gateway.TestPacket.ack;
import static org.urdma4j.gateway.TestPacket.answer;
import static org.urdma4j.gateway.TestPacket.asking;
import static org.urdma4j.gateway.TestPacket.fetchAdd;
import static org.urdma4j.gateway.TestPacket.middle;
import static org.urdma4j.gateway.TestPacket.nak;
import static org.urdma4j.gateway.TestPacket.read;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.AethSyndrome;

/** The Depot's table in apps/gateway/protocol.md, row by row. */
class DepotTableTest {
    private GatewayBench bench = new GatewayBench();

    @AfterEach
    void close() {
        bench.close();
    }

    /** Packets 0 to 3 have come and are acknowledged up to 1: paired, with 2 and 3 backed up. */
    private GatewayBench paired() {
        bench.fromOutside(middle(0), mark(1, 0, 1), middle(1));
        bench.fromInside(ack(0), ack(1));
        return bench.fromOutside(middle(2), middle(3)).forgetOutput();
    }

    @Test
    void newFlowShouldForward() {
        bench.fromOutside(middle(5), middle(6));

        assertThat(psns(bench.inside)).containsExactly(5, 6);
        assertThat(bench.outside).isEmpty();
    }

    @Test
    void flowWithoutMarkShouldHoldNothing() {
        bench.fromOutside(middle(5), middle(9), middle(7));

        assertThat(psns(bench.inside)).containsExactly(5, 9, 7);
        assertThat(bench.outside).isEmpty();
    }

    @Test
    void nextShouldBeForwardedAndReleaseWhatIsHeldInOrder() {
        bench.fromOutside(middle(0), mark(1, 0, 1), middle(2), middle(3), middle(5)).forgetOutput();

        bench.fromOutside(middle(1));

        assertThat(psns(bench.inside)).containsExactly(1, 2, 3);
        bench.fromOutside(middle(4));
        assertThat(psns(bench.inside)).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void earlyShouldBeHeldAndTheHoleReportedAtOnce() {
        bench.fromOutside(middle(0), mark(1, 0, 1)).forgetOutput();

        bench.fromOutside(middle(3), middle(4), middle(6));

        assertThat(bench.inside).isEmpty();
        assertThat(bench.statuses()).containsExactly("#0 1..4: 1+2", "#0 1..7: 1+2 5+1");
    }

    @Test
    void earlyWithoutRoomShouldBeDroppedAndReportedOnce() {
        bench = new GatewayBench(GatewayBench.config().pools(0, 0, 0).build());
        paired();

        bench.fromOutside(middle(5), middle(6), middle(7));

        assertThat(bench.inside).isEmpty();
        assertThat(bench.statuses()).containsExactly("#0 4..6: 4+2");
        assertThat(bench.gateway.counters().noRoom).isEqualTo(3);
        bench.fromOutside(middle(4), middle(5));
        assertThat(psns(bench.inside)).containsExactly(4, 5);
        bench.forgetOutput().fromOutside(middle(8));
        assertThat(bench.statuses()).containsExactly("#0 6..9: 6+3");
    }

    @Test
    void earlyWithoutRoomAndPairShouldBeForwarded() {
        bench = new GatewayBench(GatewayBench.config().pools(0, 0, 0).build());
        bench.fromOutside(middle(0), mark(1, 0, 1)).forgetOutput();

        bench.fromOutside(middle(2));

        assertThat(psns(bench.inside)).containsExactly(2);
        assertThat(bench.statuses()).containsExactly("#0 1..3: 1+2");
    }

    @Test
    void holeThatTheSentryCantFillShouldBeGivenUpAtOnce() {
        bench.fromOutside(middle(0), mark(1, 0, 1), middle(2), middle(3)).forgetOutput();

        bench.fromOutside(GatewayBench.unfilledMark(2, 0, 4));

        assertThat(psns(bench.inside)).containsExactly(2, 3);
        assertThat(bench.gateway.counters().givenUp).isEqualTo(1);
    }

    @Test
    void nakOfWhatWasAcknowledgedShouldStartANewFlow() {
        paired();

        bench.fromInside(nak(0)).forgetOutput().fromOutside(middle(0), middle(9));

        assertThat(psns(bench.inside)).containsExactly(0, 9);
    }

    @Test
    void markShouldStartAFlowWhoseFirstPacketIsLost() {
        bench.fromOutside(mark(1, 7, 8));

        assertThat(bench.statuses()).containsExactly("#1 7..8: 7+1");
        bench.fromOutside(middle(8), middle(7));
        assertThat(psns(bench.inside)).containsExactly(7, 8);
    }

    @Test
    void markShouldTellOfALostTail() {
        bench.fromOutside(middle(0), mark(1, 0, 1)).forgetOutput();

        bench.fromOutside(mark(2, 0, 3), mark(3, 0, 2));

        assertThat(bench.statuses()).containsExactly("#2 1..3: 1+2", "#3 1..3: 1+2");
    }

    @Test
    void againShouldBeForwardedUnlessAcknowledgedAndNotAskedFor() {
        paired();

        bench.fromOutside(middle(1), middle(2), asking(1), read(1, 100), fetchAdd(0));

        assertThat(psns(bench.inside)).containsExactly(2, 1, 1, 0);
        assertThat(bench.gateway.counters().duplicates).isEqualTo(1);
    }

    @Test
    void heldAgainShouldBeDropped() {
        bench.fromOutside(middle(0), mark(1, 0, 1), middle(2)).forgetOutput();

        bench.fromOutside(middle(2));

        assertThat(bench.inside).isEmpty();
        assertThat(bench.gateway.counters().duplicates).isEqualTo(1);
    }

    @Test
    void wrongIcrcShouldBeAsLost() {
        bench.fromOutside(middle(0), mark(1, 0, 1)).forgetOutput();

        bench.fromOutside(middle(1).corrupted(), middle(2));

        assertThat(bench.inside).isEmpty();
        assertThat(bench.statuses()).containsExactly("#0 1..3: 1+1");
        assertThat(bench.gateway.counters().wrongIcrc).isEqualTo(1);
    }

    @Test
    void flowWhoseFirstEightIcrcsAreWrongShouldBePlain() {
        bench.fromOutside(mark(1, 0, 1)).forgetOutput();

        for (int i = 0; i < 9; i++) {
            bench.fromOutside(middle(i).corrupted());
        }

        assertThat(psns(bench.inside)).containsExactly(7, 8);
    }

    @Test
    void openHoleShouldBeReportedEveryQuarterOfARoundTrip() {
        bench.fromOutside(middle(0), mark(1, 0, 1), middle(2)).forgetOutput();

        bench.after(RTT_NS);

        assertThat(bench.statuses()).hasSize(4).containsOnly("#0 1..3: 1+1");
    }

    @Test
    void holeOfWhichNothingComesShouldBeGivenUp() {
        bench.fromOutside(middle(0), mark(1, 0, 1), middle(2), middle(4)).forgetOutput();
        bench.after(3 * RTT_NS).fromOutside(middle(3));
        bench.after(3 * RTT_NS);
        assertThat(bench.gateway.counters().givenUp).isZero();

        bench.forgetOutput().after(RTT_NS + RTT_NS / 4);

        assertThat(bench.gateway.counters().givenUp).isEqualTo(1);
        assertThat(bench.statuses().getLast()).isEqualTo("#0 1..1:");
        bench.fromOutside(middle(7), middle(1));
        assertThat(psns(bench.inside)).containsExactly(2, 3, 4, 7, 1);
    }

    @Test
    void ofMuchThatIsHeldSomeShouldBeHandedOnWhenItsHoleIsGivenUp() {
        bench.fromOutside(middle(0), mark(1, 0, 1));
        for (int i = 2; i < 100; i++) {
            bench.fromOutside(middle(i == 9 ? 100 : i));
        }
        bench.forgetOutput().after(5 * RTT_NS);

        assertThat(bench.inside).hasSize(64);
        assertThat(psns(bench.inside)).startsWith(2, 3, 4, 5, 6, 7, 8, 10, 11).endsWith(65, 66);
    }

    @Test
    void plainShouldEndWithAnAckOfTheNewest() {
        paired().fromOutside(middle(5)).after(5 * RTT_NS).fromOutside(middle(4), middle(5));
        assertThat(bench.gateway.counters().givenUp).isEqualTo(1);
        bench.fromInside(ack(4)).forgetOutput().fromOutside(middle(7));
        assertThat(psns(bench.inside)).containsExactly(7);

        bench.fromInside(ack(7)).forgetOutput().fromOutside(middle(9));

        assertThat(bench.inside).isEmpty();
        assertThat(bench.statuses()).containsExactly("#0 8..10: 8+1");
    }

    /** Where traffic never rests, no acknowledgement names the newest. */
    @Test
    void plainShouldEndWithANakOfWhatTheReceiverWants() {
        paired().fromOutside(middle(5)).after(5 * RTT_NS).fromOutside(middle(6));
        assertThat(bench.gateway.counters().givenUp).isEqualTo(1);

        bench.fromInside(nak(4)).forgetOutput().fromOutside(middle(7));

        assertThat(bench.inside).isEmpty();
        assertThat(bench.statuses()).containsExactly("#0 4..8: 4+3");
        bench.fromOutside(middle(4), middle(5), middle(6));
        assertThat(psns(bench.inside)).containsExactly(4, 5, 6, 7);
    }

    @Test
    void ackShouldFreeAndBeForwarded() {
        paired();
        int before = bench.store.kept;

        bench.fromInside(ack(3));

        assertThat(psns(bench.outside)).containsExactly(3);
        assertThat(bench.store.kept).isEqualTo(before - 2);
    }

    @Test
    void ackBeyondNextShouldMoveNext() {
        paired().fromOutside(middle(6), middle(7)).forgetOutput();

        bench.fromInside(ack(5));

        assertThat(psns(bench.inside)).containsExactly(6, 7);
        assertThat(psns(bench.outside)).containsExactly(5);
    }

    @Test
    void nakShouldBeAnsweredFromTheBackup() {
        paired().fromOutside(middle(4)).forgetOutput();

        bench.fromInside(nak(3));

        assertThat(psns(bench.outside)).isEmpty();
        assertThat(psns(bench.inside)).containsExactly(3, 4);
        assertThat(bench.gateway.counters().naksAnswered).isEqualTo(1);
    }

    @Test
    void nakOfWhatTheBackupLacksShouldOpenAHole() {
        bench = new GatewayBench(GatewayBench.config().pools(1 << 20, 0, 0).build());
        paired();

        bench.fromInside(nak(2));

        assertThat(bench.inside).isEmpty();
        assertThat(bench.statuses()).containsExactly("#0 2..4: 2+2");
        bench.fromOutside(middle(2), middle(3));
        assertThat(psns(bench.inside)).containsExactly(2, 3);
    }

    @Test
    void unansweredShouldBeReleasedAgainThreeTimes() {
        paired().fromOutside(asking(4)).forgetOutput();

        bench.after(RTT_NS / 4 - 1);
        assertThat(bench.inside).isEmpty();
        bench.after(1);
        assertThat(psns(bench.inside)).containsExactly(2, 3, 4);
        bench.after(RTT_NS / 2 - 1);
        assertThat(bench.inside).hasSize(3);
        bench.after(1);
        assertThat(bench.inside).hasSize(6);

        bench.after(100_000_000);
        assertThat(bench.inside).hasSize(9);
    }

    @Test
    void rnrNakShouldBeForwardedAndWaitedFor() {
        paired();

        bench.fromInside(answer(2, AethSyndrome.rnrNak(1)));
        bench.fromOutside(middle(4), middle(5)).after(RTT_NS);

        assertThat(psns(bench.outside)).containsExactly(2);
        assertThat(bench.inside).isEmpty();
        assertThat(bench.statuses()).isEmpty();
        bench.fromOutside(middle(2));
        assertThat(psns(bench.inside)).containsExactly(2, 3, 4, 5);
    }

    @Test
    void whatTheHostSendsAgainAfterAnRnrNakShouldShowThatItsFirstWasLost() {
        paired();

        bench.fromInside(answer(2, AethSyndrome.rnrNak(1))).fromOutside(middle(3));

        assertThat(psns(bench.inside)).containsExactly(2, 3, 3);
    }

    /** Before it nothing was kept, and the host learns of the gap only from it. */
    @Test
    void nakThatPairsTheFlowShouldBeForwarded() {
        bench.fromOutside(middle(0), mark(1, 0, 1), middle(1), middle(2), middle(3));
        bench.fromInside(ack(0)).forgetOutput();

        bench.fromInside(nak(1)).after(RTT_NS);

        assertThat(psns(bench.outside)).containsExactly(1);
        assertThat(bench.statuses()).isEmpty();
        bench.fromOutside(middle(1), middle(2), middle(3));
        assertThat(psns(bench.inside)).containsExactly(1, 2, 3);
    }

    @Test
    void afterANakThatWasForwardedALossShouldBeReportedOnceTheHostHasGoneBack() {
        bench.fromOutside(middle(0), mark(1, 0, 1), middle(1), middle(2), middle(3));
        bench.fromInside(ack(0), nak(1)).forgetOutput();

        bench.fromOutside(middle(2)).after(RTT_NS / 4);

        assertThat(bench.statuses()).containsExactly("#0 1..4: 1+1 3+1");
        bench.fromOutside(middle(1));
        assertThat(psns(bench.inside)).containsExactly(1, 2);
    }

    /** A receiver says it once. */
    @Test
    void nakShouldBeForwardedWhenItsHoleIsGivenUp() {
        bench = new GatewayBench(GatewayBench.config().pools(1 << 20, 0, 0).build());
        paired().fromInside(nak(2)).forgetOutput();

        bench.after(5 * RTT_NS);

        assertThat(psns(bench.outside)).containsExactly(2);
        assertThat(bench.gateway.counters().givenUp).isEqualTo(1);
        bench.fromOutside(middle(3), middle(2));
        assertThat(psns(bench.inside)).containsExactly(2, 3);
    }

    @Test
    void nakThatWasAnsweredShouldBeForgotten() {
        bench = new GatewayBench(GatewayBench.config().pools(1 << 20, 0, 0).build());
        paired().fromInside(nak(2)).fromOutside(middle(2), middle(3), middle(5));
        bench.fromInside(ack(3)).forgetOutput();

        bench.after(5 * RTT_NS);

        assertThat(bench.gateway.counters().givenUp).isEqualTo(1);
        assertThat(psns(bench.outside)).isEmpty();
    }

    /** What another flow with the same numbers has acknowledged is not lost for ever. */
    @Test
    void whatTheHostSendsAThirdTimeToASilentReceiverShouldPass() {
        paired().fromInside(ack(3)).fromOutside(middle(2), middle(3)).after(RTT_NS);
        assertThat(bench.inside).isEmpty();

        bench.fromOutside(middle(2), middle(3));

        assertThat(psns(bench.inside)).containsExactly(2, 3);
    }

    @Test
    void whatTheHostSendsAgainShouldNotPassWhileTheReceiverAnswers() {
        paired().fromInside(ack(3)).fromOutside(middle(2), middle(3)).after(RTT_NS);

        bench.fromInside(ack(3)).fromOutside(middle(2), middle(3));

        assertThat(bench.inside).isEmpty();
    }

    @Test
    void otherNakShouldCloseTheFlow() {
        paired();

        bench.fromInside(answer(2, AethSyndrome.NAK_REMOTE_ACCESS_ERROR));
        bench.fromOutside(middle(9), middle(3));

        assertThat(psns(bench.outside)).containsExactly(2);
        assertThat(psns(bench.inside)).containsExactly(9, 3);
    }

    @Test
    void releaseBeyondABurstShouldBePaced() {
        long rate = 1_000_000_000;
        bench = new GatewayBench(GatewayBench.config().rateBps(rate).build());
        bench.fromOutside(middle(0), mark(1, 0, 1)).forgetOutput();
        int packets = 1000;
        for (int i = 2; i < packets; i++) {
            bench.fromOutside(middle(i));
        }
        int bytes = middle(0).transport.limit() + 58;

        bench.fromOutside(middle(1));
        int burst = bench.inside.size() - 1;
        assertThat(burst * bytes).isBetween(64 << 10, (64 << 10) + 2 * bytes);

        bench.after(1_000_000);
        assertThat((bench.inside.size() - burst) * bytes).isBetween(249_000, 251_000);
        bench.after(1_000_000);
        assertThat(psns(bench.inside)).hasSize(packets - 1).isSorted();
    }

    @Test
    void numberOfAnotherConnectionShouldStartANewFlow() {
        paired().fromOutside(middle(5)).forgetOutput();

        bench.fromOutside(middle(0x400000));

        assertThat(psns(bench.inside)).containsExactly(0x400000);
        bench.fromInside(nak(3));
        assertThat(psns(bench.outside)).containsExactly(3);
    }

    @Test
    void readShouldTakeTheNumbersOfItsAnswer() {
        bench.fromOutside(middle(0), mark(1, 0, 1), read(1, 1000), middle(5), middle(7))
                .forgetOutput();

        bench.fromOutside(middle(6));

        assertThat(psns(bench.inside)).containsExactly(6, 7);
    }

    @Test
    void longReadBeforeTheMtuIsKnownShouldBePlain() {
        bench.fromOutside(read(0, 1000), mark(1, 0, 4)).forgetOutput();

        bench.fromOutside(read(4, 1000), read(12, 1000), read(8, 1000));

        assertThat(psns(bench.inside)).containsExactly(4, 12, 8);
    }
}
