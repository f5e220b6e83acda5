package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.gateway.GatewayBench.RTT_NS;
import static org.urdma4j.gateway.GatewayBench.psns;
import static org.urdma4j.gateway.GatewayBench.status;
import static org.urdma4j.gateway.GatewayBench.statusOf;
import static org.urdma4j.gateway.TestPacket.ack;
import static org.urdma4j.gateway.TestPacket.answer;
import static org.urdma4j.gateway.TestPacket.asking;
import static org.urdma4j.gateway.TestPacket.fetchAdd;
import static org.urdma4j.gateway.TestPacket.middle;
import static org.urdma4j.gateway.TestPacket.nak;
import static org.urdma4j.gateway.TestPacket.read;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.gateway.message.Mark;
import org.urdma4j.gateway.packet.GatewayConfig;

/** The Sentry's table in apps/gateway/protocol.md, row by row. */
class SentryTableTest {
    private GatewayBench bench = new GatewayBench();

    @AfterEach
    void close() {
        bench.close();
    }

    private static GatewayConfig withoutCopies() {
        return GatewayBench.config().pools(1 << 20, 1 << 20, 0).build();
    }

    /**
     * Packets 0 to 9 were sent, 0 and 1 are acknowledged, and the first MARK was answered after a
     * round trip.
     */
    private GatewayBench sent() {
        bench.fromInside(middle(0)).after(RTT_NS).fromOutside(status(1, 1, 1, 1));
        for (int i = 1; i < 10; i++) {
            bench.fromInside(middle(i));
        }
        return bench.fromOutside(ack(0), ack(1)).forgetOutput();
    }

    @Test
    void newShouldBeForwardedAndCopied() {
        bench.fromInside(middle(0));
        int before = bench.store.kept;

        bench.fromInside(middle(1));

        assertThat(psns(bench.outside)).containsExactly(0, 1);
        assertThat(bench.store.kept).isEqualTo(before + 1);
    }

    @Test
    void markShouldFollowAFlowsFirstPacket() {
        bench.fromInside(middle(7), middle(8));

        assertThat(bench.marks()).containsExactly("7..8");
        assertThat(bench.outside.get(1).isMessage(1)).isTrue();
    }

    @Test
    void markShouldTellOfTheTailAtRest() {
        sent();

        bench.after(99_999);
        assertThat(bench.marks()).isEmpty();
        bench.after(1);

        assertThat(bench.marks()).containsExactly("2..10");
    }

    @Test
    void unansweredMarkShouldBeRepeatedEightTimes() {
        bench.fromInside(middle(0)).forgetOutput();

        bench.after(RTT_NS * 5 / 4 - 1);
        assertThat(bench.marks()).isEmpty();
        bench.after(1);
        assertThat(bench.marks()).containsExactly("0..1");
        bench.after(20_000_000_000L);
        assertThat(bench.marks()).hasSize(8);
    }

    @Test
    void confirmedTailShouldNeedNoMark() {
        sent().fromOutside(status(0, 1, 10, 10));

        bench.after(RTT_NS * 20);

        assertThat(bench.marks()).isEmpty();
    }

    @Test
    void skippedNumbersShouldBeMissing() {
        sent().fromInside(middle(12)).forgetOutput();

        bench.after(1).fromInside(middle(2), middle(9), middle(10), middle(11), middle(12));

        assertThat(psns(bench.outside)).containsExactly(10, 11);
        assertThat(bench.gateway.counters().nacks).isEqualTo(1);
    }

    @Test
    void copyOfWhatIsMissingShouldLeaveBeforeWhatWaits() {
        sent().after(RTT_NS).forgetOutput();

        bench.waiting(middle(10), middle(11)).fromOutside(status(0, 1, 5, 10, 5, 1));

        assertThat(psns(bench.outside)).containsExactly(5, 10, 11);
    }

    @Test
    void whatTheHostSendsAgainShouldLeaveFirstIfItIsMissing() {
        bench = new GatewayBench(withoutCopies());
        sent().after(RTT_NS).fromOutside(status(0, 1, 5, 10, 5, 1)).forgetOutput();
        assertThat(bench.gateway.counters().nacks).isEqualTo(1);

        bench.waiting(middle(10), middle(2), middle(3), middle(4), middle(5)).drain();

        assertThat(psns(bench.outside)).containsExactly(5, 10);
    }

    @Test
    void whatTheHostSendsAgainOfItselfShouldWaitItsTurn() {
        sent();

        bench.waiting(middle(10), middle(2), middle(3)).drain();

        assertThat(psns(bench.outside)).containsExactly(10, 2, 3);
    }

    @Test
    void localLossShouldWantANack() {
        sent();

        bench.fromInside(middle(12));

        assertThat(psns(bench.outside)).containsExactly(12);
        assertThat(bench.nacks()).containsExactly(2);
    }

    @Test
    void hostsOwnRunShouldPass() {
        sent();

        bench.fromInside(middle(2), middle(3), middle(4));

        assertThat(psns(bench.outside)).containsExactly(2, 3, 4);
    }

    @Test
    void runShouldEndAtTheNewest() {
        sent();
        for (int i = 2; i < 10; i++) {
            bench.fromInside(middle(i));
        }
        assertThat(bench.marks()).containsExactly("2..10");
        bench.forgetOutput().fromInside(middle(10));

        assertThat(psns(bench.outside)).containsExactly(10);
    }

    @Test
    void statusShouldHaveCopiesSent() {
        sent().after(RTT_NS).forgetOutput();

        bench.fromOutside(status(0, 1, 3, 10, 3, 1, 6, 2));

        assertThat(psns(bench.outside)).containsExactly(3, 6, 7);
        assertThat(bench.marks()).containsExactly("2..10");
        assertThat(bench.inside).isEmpty();
    }

    @Test
    void whatWasSentLessThanARoundTripAgoShouldNotBeSentAgain() {
        sent().after(RTT_NS - 1).forgetOutput();

        bench.fromOutside(status(0, 1, 3, 10, 3, 1));

        assertThat(bench.outside).isEmpty();
        bench.after(1).forgetOutput().fromOutside(status(0, 1, 3, 10, 3, 1));
        assertThat(psns(bench.outside)).containsExactly(3);
    }

    @Test
    void copyShouldBeSentAgainOnceTheMarkBehindItWasSeen() {
        sent().after(RTT_NS).fromOutside(status(0, 1, 3, 10, 3, 1)).after(RTT_NS).forgetOutput();

        bench.fromOutside(status(0, 2, 3, 10, 3, 1));
        assertThat(psns(bench.outside)).isEmpty();
        bench.fromOutside(status(3, 3, 3, 10, 3, 1));

        assertThat(psns(bench.outside)).containsExactly(3);
    }

    @Test
    void copySentThreeTimesInVainShouldCountAsGone() {
        sent();
        for (int i = 0; i < 4; i++) {
            bench.after(2 * RTT_NS).fromOutside(status(0, 1, 3, 10, 3, 1));
        }

        assertThat(psns(bench.outside)).containsExactly(3, 3, 3);
        assertThat(bench.nacks()).containsExactly(2);
    }

    @Test
    void statusShouldWantANackForWhatHasNoCopy() {
        bench = new GatewayBench(withoutCopies());
        sent().after(RTT_NS).forgetOutput();

        bench.fromOutside(status(0, 1, 3, 10, 3, 1));

        assertThat(bench.nacks()).containsExactly(2);
        TestPacket nack = bench.inside.getFirst();
        assertThat(nack.from).isEqualTo(TestPacket.B);
        assertThat(Bth.destQp(nack.transport, 0)).isEqualTo(TestPacket.QP_OF_A);
        assertThat(Bth.flags(nack.transport, 0)).isEqualTo(Bth.MIG_REQ);
        assertThat(Bth.reserved6(nack.transport, 0) + Bth.reserved7(nack.transport, 0)).isZero();
        assertThat(Aeth.msn(nack.transport, Bth.LENGTH)).isEqualTo(7);
    }

    @Test
    void filterShouldPassWhatIsMissingAndReadsAndAtomics() {
        bench = new GatewayBench(withoutCopies());
        sent().after(RTT_NS).fromOutside(status(0, 1, 3, 10, 3, 1, 6, 1)).forgetOutput();

        bench.fromInside(middle(2), middle(3), read(4, 100), fetchAdd(5), middle(6), middle(7));

        assertThat(psns(bench.outside)).containsExactly(3, 4, 5, 6);
        assertThat(bench.marks()).isNotEmpty();
        bench.forgetOutput().fromInside(middle(8), middle(9), middle(10));
        assertThat(psns(bench.outside)).containsExactly(10);
        assertThat(bench.gateway.counters().filtered).isEqualTo(4);
    }

    @Test
    void filterShouldPassWhatIsOldAndUnconfirmed() {
        bench = new GatewayBench(withoutCopies());
        sent().after(RTT_NS * 7 / 5 + 1).fromOutside(status(0, 1, 3, 6, 3, 1)).forgetOutput();

        bench.fromInside(middle(2), middle(3), middle(4), middle(5), middle(6), middle(7));

        assertThat(psns(bench.outside)).containsExactly(3, 6, 7);
    }

    @Test
    void filterShouldPassWhatAsksForAnAnswerUnlessItIsConfirmed() {
        bench = new GatewayBench(withoutCopies());
        sent().after(RTT_NS).fromOutside(status(0, 1, 3, 6, 3, 1)).forgetOutput();

        bench.fromInside(middle(2), middle(3), middle(4), asking(5), middle(6), asking(7));

        assertThat(psns(bench.outside)).containsExactly(3, 7);
    }

    @Test
    void missingLeftBehindByARunShouldWantANack() {
        bench = new GatewayBench(withoutCopies());
        sent().after(RTT_NS).fromOutside(status(0, 1, 3, 10, 3, 1)).forgetOutput();

        bench.fromInside(middle(2), middle(4), middle(9));

        assertThat(bench.nacks()).containsExactly(2);
    }

    /** Or the host would go back a second time for what it has just sent. */
    @Test
    void whatPassedInARunShouldWantNoNack() {
        bench = new GatewayBench(withoutCopies());
        sent().after(RTT_NS).fromOutside(status(0, 1, 3, 10, 3, 1)).forgetOutput();

        bench.fromInside(middle(2), middle(3)).fromOutside(status(0, 1, 3, 10, 3, 1, 6, 1));
        for (int i = 4; i < 11; i++) {
            bench.fromInside(middle(i));
        }

        assertThat(psns(bench.outside)).containsExactly(3, 6, 10);
        assertThat(bench.nacks()).isEmpty();
    }

    @Test
    void thereShouldBeTwoNacksWithoutAnAdvance() {
        bench = new GatewayBench(withoutCopies());
        sent().after(RTT_NS).fromOutside(status(0, 1, 3, 10, 3, 1));

        bench.after(RTT_NS / 2 - 1);
        assertThat(bench.nacks()).containsExactly(2);
        bench.after(1);
        assertThat(bench.nacks()).containsExactly(2, 2);
        bench.after(100 * RTT_NS);
        assertThat(bench.nacks()).hasSize(2);

        bench.fromOutside(ack(2), status(0, 1, 3, 10, 3, 1));
        assertThat(bench.nacks()).containsExactly(2, 2, 3);
    }

    @Test
    void withoutAStatusThereShouldBeNoNack() {
        bench = new GatewayBench(withoutCopies());
        bench.fromInside(middle(0), middle(1), middle(2)).fromOutside(ack(0), ack(1));

        bench.fromInside(middle(9));

        assertThat(bench.nacks()).isEmpty();
    }

    @Test
    void withoutAPairThereShouldBeNoNack() {
        bench = new GatewayBench(withoutCopies());
        bench.fromInside(middle(0), middle(1)).fromOutside(ack(0)).after(RTT_NS);

        bench.fromOutside(status(1, 1, 0, 2, 1, 1));

        assertThat(bench.nacks()).isEmpty();
    }

    @Test
    void withoutACopyAndAPairTheDepotShouldBeTold() {
        bench = new GatewayBench(withoutCopies());
        bench.fromInside(middle(0), middle(1)).after(RTT_NS).forgetOutput();

        bench.fromOutside(status(1, 1, 0, 2, 1, 1));

        assertThat(bench.outside).hasSize(1);
        assertThat(Mark.isUnfilled(bench.outside.getFirst().transport, 0)).isTrue();
    }

    /** It drops what it holds when it has been told. */
    @Test
    void afterThatNothingShouldBeFiltered() {
        bench = new GatewayBench(withoutCopies());
        for (int i = 0; i < 6; i++) {
            bench.fromInside(middle(i));
        }
        bench.after(RTT_NS).fromOutside(status(1, 1, 3, 6, 3, 1), ack(1), ack(2));
        bench.after(RTT_NS).fromOutside(status(0, 1, 3, 6, 3, 1));
        assertThat(bench.nacks()).containsExactly(3);

        bench.forgetOutput().fromInside(middle(3), middle(4), middle(5));

        assertThat(psns(bench.outside)).containsExactly(3, 4, 5);
    }

    @Test
    void unpairedCopiesShouldBeFreedByStatus() {
        bench.fromInside(middle(0), middle(1), middle(2)).after(RTT_NS);
        bench.fromOutside(status(1, 1, 0, 3)).after(RTT_NS);
        int before = bench.store.kept;

        bench.fromOutside(status(1, 1, 2, 3, 2, 1));

        assertThat(bench.store.kept).isEqualTo(before - 2);
    }

    @Test
    void unpairedFlowShouldBeMarkedOnceARoundTrip() {
        bench.fromInside(middle(0)).after(RTT_NS).fromOutside(status(1, 1, 0, 1));
        bench.forgetOutput();

        for (int i = 1; i <= 100; i++) {
            bench.fromInside(middle(i)).after(50_000);
        }

        assertThat(bench.marks()).hasSize(1);
    }

    @Test
    void newDepotShouldHaveConfirmedNothing() {
        bench = new GatewayBench(withoutCopies());
        sent().fromOutside(status(0, 1, 10, 10)).after(2 * RTT_NS);

        bench.fromOutside(statusOf(100, 0, 1, 2, 3, 2, 1)).forgetOutput();
        bench.fromInside(middle(2), middle(3), middle(4));

        assertThat(psns(bench.outside)).containsExactly(2, 3, 4);
    }

    @Test
    void ackShouldFreeAndBeForwarded() {
        sent();
        int before = bench.store.kept;

        bench.fromOutside(ack(5));

        assertThat(psns(bench.inside)).containsExactly(5);
        assertThat(bench.store.kept).isEqualTo(before - 4);
    }

    @Test
    void nakFromBeyondShouldBeForwardedAndMakeTheNextRunPass() {
        for (TestPacket negative : new TestPacket[] {nak(3), answer(3, AethSyndrome.rnrNak(1))}) {
            bench = new GatewayBench(withoutCopies());
            sent().after(RTT_NS).fromOutside(status(0, 1, 3, 10, 3, 1)).forgetOutput();

            bench.fromOutside(negative).fromInside(middle(3), middle(4), middle(5));

            assertThat(psns(bench.inside)).containsExactly(3);
            assertThat(psns(bench.outside)).containsExactly(3, 4, 5);
        }
    }

    @Test
    void otherNakShouldCloseTheFlow() {
        sent();

        bench.fromOutside(answer(3, AethSyndrome.NAK_REMOTE_ACCESS_ERROR));
        bench.fromInside(middle(3), middle(4)).after(RTT_NS);

        assertThat(psns(bench.inside)).containsExactly(3);
        assertThat(psns(bench.outside)).containsExactly(3, 4);
        assertThat(bench.marks()).isEmpty();
    }

    @Test
    void statusOfWhatWasNeverSentShouldBeIgnored() {
        sent().after(RTT_NS).forgetOutput();

        bench.fromOutside(status(0, 1, 3, 11, 3, 1), status(0, 1, 9, 8));

        assertThat(bench.outside).isEmpty();
        assertThat(bench.gateway.counters().badMessages).isEqualTo(2);
    }
}
