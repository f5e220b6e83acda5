package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.gateway.CmPackets.PSN_TO_A;
import static org.urdma4j.gateway.CmPackets.PSN_TO_B;
import static org.urdma4j.gateway.GatewayBench.RTT_NS;
import static org.urdma4j.gateway.GatewayBench.mark;
import static org.urdma4j.gateway.GatewayBench.psns;
import static org.urdma4j.gateway.GatewayBench.status;
import static org.urdma4j.gateway.TestPacket.ack;
import static org.urdma4j.gateway.TestPacket.middle;
import static org.urdma4j.gateway.TestPacket.nak;
import static org.urdma4j.gateway.TestPacket.read;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.codec.cm.CmRep;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.gateway.packet.GatewayConfig;

import java.util.List;

/** What gateways learn from the connection manager: the table in apps/gateway/protocol.md. */
class PairingTest {
    private GatewayBench bench = new GatewayBench(withoutCopies().build());

    @AfterEach
    void close() {
        bench.close();
    }

    private static GatewayConfig.Builder withoutCopies() {
        return GatewayBench.config().copyBytes(0);
    }

    /** A, inside, has connected to B. */
    private GatewayBench askedFromInside() {
        return bench.fromInside(CmPackets.request())
                .fromOutside(CmPackets.reply())
                .fromInside(CmPackets.readyToUse())
                .forgetOutput();
    }

    /** A, outside, has connected to B. */
    private GatewayBench askedFromOutside() {
        return bench.fromOutside(CmPackets.request())
                .fromInside(CmPackets.reply())
                .fromOutside(CmPackets.readyToUse())
                .forgetOutput();
    }

    /**
     * Sends two requests of which the other gateway lacks the first, and returns whether the flow
     * is paired: A is asked to go back to the number that it began with.
     */
    private boolean isAskedToGoBack(int psn) {
        bench.fromInside(middle(psn), middle(psn + 1)).after(RTT_NS).forgetOutput();
        bench.fromOutside(status(1, 1, psn, psn + 2, psn, 1));
        return bench.nacks().equals(List.of(psn));
    }

    /** The same of requests from outside: a NAK is answered from the backup. */
    private boolean isAnsweredHere(int psn) {
        bench.fromOutside(middle(psn), mark(1, psn, psn + 1), middle(psn + 1), middle(psn + 2));
        bench.forgetOutput().fromInside(nak(psn + 1));
        return psns(bench.outside).isEmpty() && psns(bench.inside).size() == 2;
    }

    @Test
    void messagesShouldPassByteForByte() {
        TestPacket[] all = {
            CmPackets.request(),
            CmPackets.reply(),
            CmPackets.readyToUse(),
            CmPackets.rejectByA(),
            CmPackets.rejectByB(),
            CmPackets.disconnectByA(),
            CmPackets.disconnectByB()
        };
        for (TestPacket packet : all) {
            TestPacket there = packet.copy();
            TestPacket back = packet.copy();
            bench.forgetOutput().fromInside(there).fromOutside(back);
            assertThat(bench.outside).containsExactly(there);
            assertThat(bench.inside).containsExactly(back);
            assertThat(there.transport).isEqualTo(packet.transport);
            assertThat(back.transport).isEqualTo(packet.transport);
        }
    }

    @Test
    void connectionShouldPairWithoutAnAnswer() {
        askedFromInside();

        assertThat(isAskedToGoBack(PSN_TO_B)).isTrue();
    }

    @Test
    void withoutAReplyThereShouldBeNoPair() {
        bench.fromInside(CmPackets.request()).forgetOutput();

        assertThat(isAskedToGoBack(PSN_TO_B)).isFalse();
    }

    @Test
    void withoutARequestThereShouldBeNoPair() {
        bench.fromOutside(CmPackets.reply()).forgetOutput();

        assertThat(isAskedToGoBack(PSN_TO_B)).isFalse();
    }

    @Test
    void firstPacketLostBeforeTheGatewayShouldBeMissed() {
        askedFromInside();
        bench.fromInside(middle(PSN_TO_B + 1), middle(PSN_TO_B + 2)).after(RTT_NS).forgetOutput();

        bench.fromOutside(status(1, 1, PSN_TO_B, PSN_TO_B + 3, PSN_TO_B, 1));

        assertThat(bench.nacks()).containsExactly(PSN_TO_B);
    }

    @Test
    void depotShouldStartWhereTheConnectionDoes() {
        bench.close();
        bench = new GatewayBench();
        askedFromOutside();

        bench.fromOutside(mark(1, PSN_TO_B + 1, PSN_TO_B + 2), middle(PSN_TO_B + 1));

        assertThat(bench.inside).isEmpty();
        bench.fromOutside(middle(PSN_TO_B));
        assertThat(psns(bench.inside)).containsExactly(PSN_TO_B, PSN_TO_B + 1);
    }

    @Test
    void depotShouldKeepABackupFromTheStart() {
        askedFromOutside();

        assertThat(isAnsweredHere(PSN_TO_B)).isTrue();
    }

    @Test
    void whoWasAskedShouldBePairedAsARequesterToo() {
        askedFromOutside();

        TestPacket first = toA(PSN_TO_A);
        TestPacket second = toA(PSN_TO_A + 1);
        bench.fromInside(first, second).after(RTT_NS).forgetOutput();
        bench.fromOutside(statusOfB(PSN_TO_A, PSN_TO_A + 2));

        assertThat(bench.nacks()).containsExactly(PSN_TO_A);
        assertThat(bench.inside.getFirst().to).isEqualTo(TestPacket.B);
    }

    private static TestPacket toA(int psn) {
        TestPacket packet = middle(psn);
        return packet.between(TestPacket.B, TestPacket.A, TestPacket.QP_OF_A);
    }

    private static TestPacket statusOfB(int next, int end) {
        return status(1, 1, next, end, next, 1)
                .between(TestPacket.A, TestPacket.B, TestPacket.QP_OF_A);
    }

    @Test
    void repeatedMessagesShouldChangeNothing() {
        askedFromInside();
        bench.fromInside(middle(PSN_TO_B), middle(PSN_TO_B + 1)).fromOutside(ack(PSN_TO_B));

        bench.fromInside(CmPackets.request())
                .fromOutside(CmPackets.reply(), CmPackets.reply())
                .after(RTT_NS)
                .forgetOutput();
        bench.fromOutside(status(1, 1, PSN_TO_B + 1, PSN_TO_B + 2, PSN_TO_B + 1, 1));

        assertThat(bench.nacks()).containsExactly(PSN_TO_B + 1);
    }

    @Test
    void replyThatIsLostBeforeHereShouldPairOnceItIsRepeated() {
        bench.fromInside(CmPackets.request(), CmPackets.request());
        bench.fromOutside(CmPackets.reply()).forgetOutput();

        assertThat(isAskedToGoBack(PSN_TO_B)).isTrue();
    }

    @Test
    void readyToUseNeedNotCome() {
        bench.fromInside(CmPackets.request()).fromOutside(CmPackets.reply()).forgetOutput();

        assertThat(isAskedToGoBack(PSN_TO_B)).isTrue();
    }

    @Test
    void pathMtuShouldTellTheNumbersOfAFirstRead() {
        askedFromInside();

        bench.fromInside(read(PSN_TO_B, 1000), middle(PSN_TO_B + 4));

        assertThat(bench.marks()).containsExactly(PSN_TO_B + ".." + (PSN_TO_B + 4));
        assertThat(bench.gateway.counters().nacks).isZero();
    }

    @Test
    void disconnectShouldEndTheFlowAfterTwoRoundTrips() {
        for (TestPacket packet :
                new TestPacket[] {CmPackets.disconnectByA(), CmPackets.disconnectByB()}) {
            bench.close();
            bench = new GatewayBench();
            askedFromInside();
            bench.after(RTT_NS); // no copies of datagrams are left
            bench.fromInside(middle(PSN_TO_B)).fromOutside(ack(PSN_TO_B));
            int kept = bench.store.kept;
            assertThat(kept).isPositive();

            if (packet.from == TestPacket.A) {
                bench.fromInside(packet);
            } else {
                bench.fromOutside(packet);
            }

            bench.after(2 * RTT_NS - 1);
            assertThat(bench.store.kept).isEqualTo(kept);
            bench.after(1);
            assertThat(bench.store.kept).isZero();
        }
    }

    @Test
    void disconnectOfAConnectionThatWasNotSeenShouldEndTheFlow() {
        bench.fromInside(middle(0), middle(1)).fromOutside(ack(0), ack(1));
        assertThat(bench.store.kept).isPositive();

        bench.fromInside(CmPackets.disconnectByA()).after(2 * RTT_NS);

        assertThat(bench.store.kept).isZero();
    }

    @Test
    void rejectedReplyShouldEndTheFlow() {
        askedFromInside();
        bench.fromInside(middle(PSN_TO_B));

        bench.fromInside(CmPackets.rejectByA()).after(2 * RTT_NS);

        assertThat(bench.store.kept).isZero();
    }

    @Test
    void rejectedRequestShouldNotPair() {
        bench.fromInside(CmPackets.request())
                .fromOutside(CmPackets.rejectByB(), CmPackets.reply())
                .forgetOutput();

        assertThat(isAskedToGoBack(PSN_TO_B)).isFalse();
    }

    @Test
    void queuePairsUsedAgainShouldStartAnew() {
        askedFromInside();
        bench.fromInside(middle(PSN_TO_B), middle(PSN_TO_B + 1), CmPackets.disconnectByA());
        TestPacket request = CmPackets.request();
        CmPackets.set(request, CmReq.LOCAL_COMM_ID, 0xcccc);
        TestPacket reply = CmPackets.reply();
        CmPackets.set(reply, CmRep.REMOTE_COMM_ID, 0xcccc);
        CmPackets.set(reply, CmRep.STARTING_PSN, 700);

        bench.fromInside(request).fromOutside(reply).after(3 * RTT_NS).forgetOutput();

        assertThat(isAskedToGoBack(700)).isTrue();
    }

    @Test
    void firstPacketBeforeTheStartShouldCountMoreThanTheMessage() {
        askedFromOutside();

        bench.fromOutside(middle(PSN_TO_B - 9), middle(PSN_TO_B - 8));

        assertThat(psns(bench.inside)).containsExactly(PSN_TO_B - 9, PSN_TO_B - 8);
    }

    @Test
    void otherServicesAndMtusShouldNotPair() {
        TestPacket unreliable = CmPackets.request();
        CmPackets.set(unreliable, CmReq.TRANSPORT_SERVICE, CmReq.UC);
        TestPacket unknownMtu = CmPackets.request();
        CmPackets.set(unknownMtu, CmReq.PATH_MTU, 6);

        bench.fromInside(unreliable, unknownMtu).fromOutside(CmPackets.reply()).forgetOutput();

        assertThat(isAskedToGoBack(PSN_TO_B)).isFalse();
    }

    @Test
    void damagedMessagesShouldNotPair() {
        bench.fromInside(CmPackets.request().corrupted());
        TestPacket otherClass = CmPackets.request();
        otherClass.transport.put(GsiPacket.MAD_OFFSET + 1, (byte) 3);

        bench.fromInside(otherClass).fromOutside(CmPackets.reply()).forgetOutput();

        assertThat(isAskedToGoBack(PSN_TO_B)).isFalse();
    }

    @Test
    void floodOfRequestsShouldNotGrowWithoutBound() {
        TestPacket request = CmPackets.request();
        for (int i = 0; i < 5000; i++) {
            TestPacket copy = request.copy();
            CmPackets.set(copy, CmReq.LOCAL_COMM_ID, 0x10000 + i);
            bench.fromInside(copy).forgetOutput();
        }
        TestPacket evicted = CmPackets.reply();
        CmPackets.set(evicted, CmRep.REMOTE_COMM_ID, 0x10000);

        bench.fromOutside(evicted).forgetOutput();

        assertThat(isAskedToGoBack(PSN_TO_B)).isFalse();
    }
}
