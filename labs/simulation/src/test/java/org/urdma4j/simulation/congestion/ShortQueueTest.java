package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.Trial.GBPS;
import static org.urdma4j.simulation.congestion.Trial.MS;
import static org.urdma4j.simulation.congestion.Trial.SECOND;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.WrOpcode;

/** What one flow loses of its own doing where little or nothing may wait. */
class ShortQueueTest {
    private static final double EFFICIENCY = (double) Bulk.PAYLOAD / (Bulk.PAYLOAD + 86);

    private double goodput;

    /** Returns the share sent again from a time to another, and notes the goodput. */
    private double sentAgain(Trial trial, Bulk flow, long fromNs, long untilNs) {
        trial.runUntil(fromNs);
        long again = flow.sent(Counter.RETRANSMITTED_PKTS);
        long sent = flow.sent(Counter.SENT_PKTS);
        goodput = trial.goodputUntil(flow.source, untilNs);
        again = flow.sent(Counter.RETRANSMITTED_PKTS) - again;
        return (double) again / (flow.sent(Counter.SENT_PKTS) - sent);
    }

    /** What bursts leave differs from seed to seed, from half of the rate to nearly all. */
    @Test
    void shouldOverflowItLittleWhereLossesComeInBursts() {
        LossSpec bursts = LossSpec.parse("ge:0.001,0.02,0.8");
        int seeds = 4;
        double sum = 0;
        for (int seed = 1; seed <= seeds; seed++) {
            LinkConfigBuilder link = Trial.link(GBPS, 20 * MS, 0.25).loss(bursts);
            Trial trial = new Trial(seed, link.build(), Trial.link(GBPS, 20 * MS, 1).build());
            Bulk flow = trial.flow().forward(WrOpcode.RDMA_WRITE);

            double again = sentAgain(trial, flow, 3 * SECOND, 6 * SECOND);

            long lost = trial.there.counters().droppedByLoss();
            double share = (double) lost / trial.there.counters().offered();
            assertThat(again - share).as("seed %d", seed).isLessThan(0.02);
            sum += goodput;
        }
        assertThat(sum / seeds).isGreaterThan(0.7 * GBPS * EFFICIENCY * (1 - bursts.meanLoss()));
    }

    @ParameterizedTest
    @CsvSource({
        // Mbit/s, RTT, queue in BDP, loss, seconds
        "1000, 20, 0.05, none, 4",
        "1000, 20, 0.1, none, 4",
        "1000, 20, 0.25, none, 4",
        "1000, 20, 0.05, 1%, 4",
        "200, 80, 0.06, 0.1%, 16",
        "10000, 20, 0.05, none, 2"
    })
    void shouldOverflowItLittle(long mbps, long rttMs, double queue, String loss, long seconds) {
        LossSpec random = LossSpec.parse(loss);
        long rate = mbps * 1_000_000;
        LinkConfigBuilder link = Trial.link(rate, rttMs * MS, queue);
        Trial trial =
                new Trial(1, link.loss(random).build(), Trial.link(rate, rttMs * MS, 1).build());
        Bulk flow = trial.flow().forward(WrOpcode.RDMA_WRITE);

        double again = sentAgain(trial, flow, seconds * SECOND / 2, seconds * SECOND);

        long lost = trial.there.counters().droppedByLoss();
        double share = (double) lost / trial.there.counters().offered();
        assertThat(again - share).isLessThan(0.02);
        assertThat(goodput).isGreaterThan(0.96 * rate * EFFICIENCY * (1 - random.meanLoss()));
    }

    @ParameterizedTest
    @EnumSource(names = {"RDMA_WRITE", "RDMA_READ"})
    void shouldExceedAPolicerLittle(WrOpcode operation) {
        Trial trial = new Trial(3, Trial.link(10 * GBPS, 20 * MS, 1));
        trial.police(GBPS, 64 << 10);
        Bulk flow = trial.flow().forward(operation);

        assertThat(sentAgain(trial, flow, 4 * SECOND, 12 * SECOND)).isLessThan(0.02);
        assertThat(goodput).isGreaterThan(0.98 * GBPS * EFFICIENCY);
    }

    /** A round trip that became a little longer shows only in a probe, the second from then on. */
    @Test
    void shouldMeasureTheRoundTripWithoutAQueue() {
        LinkConfigBuilder link = Trial.link(GBPS / 10, 20 * MS, 1).delayStep(SECOND, 11 * MS);
        Trial trial = new Trial(4, link);
        Bulk flow = trial.flow().forward(WrOpcode.RDMA_WRITE);
        trial.runUntil(23 * SECOND);

        assertThat(flow.path().minRttNs()).isBetween(22 * MS, 23 * MS);
    }
}
