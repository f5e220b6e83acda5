package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.scenario.Scenario.DELAY_NS;
import static org.urdma4j.simulation.scenario.Scenario.ROUND_TRIP_NS;
import static org.urdma4j.simulation.scenario.Scenario.SENDING_NS;
import static org.urdma4j.simulation.scenario.Scenario.TIMEOUT_NS;
import static org.urdma4j.simulation.scenario.Scenario.count;
import static org.urdma4j.simulation.scenario.Scenario.packet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.roce.Packets;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

/** Where a negative acknowledgement is lost, or comes too often. */
class LostNakTest {
    @ParameterizedTest
    @ValueSource(ints = {1000, 0, 1, 2, 3})
    void shouldFindTheGapByTheTimerWhenTheNakIsLost(int beforeWrap) {
        Scenario scenario = new Scenario(Psn.add(0, -beforeWrap));
        scenario.there.drop("1", Occurrence.first(), packet(Packets.psn(scenario.psn(1))));
        scenario.back.drop("NAK", Occurrence.first(), packet(Packets.nak()));

        scenario.post(Kind.WRITE, 4).run();

        scenario.assertAllDone();
        assertThat(count(scenario.a, Counter.RCVD_SEQ_ERR)).isZero();
        assertThat(count(scenario.a, Counter.LOCAL_ACK_TIMEOUT_ERR)).isEqualTo(1);
        assertThat(count(scenario.a, Counter.RETRANSMITTED_PKTS)).isBetween(3L, 4L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 0, 1, 2, 3})
    void shouldAskAgainWhenTheRnrNakIsLost(int beforeWrap) {
        Scenario scenario = new Scenario(Psn.add(0, -beforeWrap));
        scenario.back.drop("RNR NAK", Occurrence.first(), packet(Packets.rnrNak()));
        scenario.network
                .time()
                .schedule(TIMEOUT_NS + ROUND_TRIP_NS + DELAY_NS, scenario::postReceives);

        scenario.postUnexpected(Kind.SEND, 3).run();

        scenario.assertAllDone();
        assertThat(count(scenario.a, Counter.LOCAL_ACK_TIMEOUT_ERR)).isEqualTo(1);
        assertThat(count(scenario.a, Counter.RCVD_RNR_ERR)).isBetween(1L, 5L);
        assertThat(scenario.finishedNs()).isLessThan(TIMEOUT_NS + 6 * ROUND_TRIP_NS);
    }

    /** The responder is in error and says nothing any more. */
    @Test
    void shouldGiveUpWhenAFatalNakIsLost() {
        Scenario scenario = new Scenario(100);
        int nak = AethSyndrome.NAK_REMOTE_ACCESS_ERROR;
        scenario.back.drop("NAK", Occurrence.first(), packet(Packets.nak(nak)));
        scenario.a.post(
                new SendWr()
                        .opcode(WrOpcode.RDMA_WRITE)
                        .rdma(scenario.b.region.addr(), ~scenario.b.region.rkey())
                        .addSge(scenario.a.region.sge(0, 8)));

        scenario.run();

        assertThat(scenario.statusesAtA()).containsExactly(WcStatus.RETRY_EXC_ERR);
        assertThat(scenario.a.qp.state()).isEqualTo(QpState.ERR);
        assertThat(scenario.b.qp.state()).isEqualTo(QpState.ERR);
        assertThat(scenario.finishedNs()).isEqualTo(8 * TIMEOUT_NS);
    }

    /**
     * Ten WRITEs arrive, but no acknowledgement gets back. When they come again, each just behind
     * one of the ten that follow, the first of those is missing: the responder reports the gap
     * again after each duplicate, which is one loss and not ten.
     */
    @Test
    void shouldTakeAllNaksOfOneGapForOneRetry() {
        int writes = 10;
        Scenario scenario = new Scenario(100);
        scenario.back.drop("ACKs", Occurrence.upTo(writes), packet(Packets.ack()));
        scenario.there.drop("10", Occurrence.first(), packet(Packets.psn(scenario.psn(writes))));
        long packetNs = (Opcode.headerLength(Opcode.RC_RDMA_WRITE_ONLY) + 1020L + 70) * 8;
        for (int i = 0; i < writes; i++) {
            scenario.there.hold(
                    i + " again",
                    Occurrence.nth(2),
                    11 * packetNs + packetNs / 2,
                    packet(Packets.psn(scenario.psn(i))));
        }
        postAll(scenario, writes);
        scenario.network.time().schedule(TIMEOUT_NS, () -> postAll(scenario, writes));

        scenario.run();

        scenario.assertAllDone();
        assertThat(count(scenario.b, Counter.SENT_SEQ_ERR))
                .as("NAKs\n%s", scenario.log)
                .isGreaterThan(7);
        assertThat(count(scenario.a, Counter.LOCAL_ACK_TIMEOUT_ERR)).isEqualTo(1);
        assertThat(count(scenario.a, Counter.RETRANSMITTED_PKTS)).isLessThanOrEqualTo(2L * writes);
        assertThat(scenario.finishedNs()).isLessThan(TIMEOUT_NS + 2 * ROUND_TRIP_NS + SENDING_NS);
    }

    private static void postAll(Scenario scenario, int writes) {
        for (int i = 0; i < writes; i++) {
            scenario.post(Kind.WRITE, 1);
        }
    }
}
