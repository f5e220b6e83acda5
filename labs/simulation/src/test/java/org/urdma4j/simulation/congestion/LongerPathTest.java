package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.Trial.GBPS;
import static org.urdma4j.simulation.congestion.Trial.MS;
import static org.urdma4j.simulation.congestion.Trial.SECOND;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.verbs.WrOpcode;

/** A path whose round trip changes under way is no queue. */
class LongerPathTest {
    /** Of 1 Gbit/s, what is payload. */
    private static final double BOUND = 1e9 * Bulk.PAYLOAD / (Bulk.PAYLOAD + 82);

    private static LinkConfigBuilder gigabit(long rttMs) {
        return Trial.link(GBPS, rttMs * MS, 1);
    }

    /** With the queue of the path as it was. */
    @ParameterizedTest
    @CsvSource({
        "20, 60, none, RDMA_WRITE",
        "20, 80, none, RDMA_WRITE",
        "20, 80, none, RDMA_READ",
        "20, 160, none, RDMA_WRITE",
        "20, 80, 1%, RDMA_WRITE",
        "5, 80, none, RDMA_WRITE",
        "20, 30, none, RDMA_WRITE",
        "80, 20, none, RDMA_WRITE"
    })
    void shouldBeFilledWithinThreeSeconds(
            long beforeMs, long afterMs, String loss, WrOpcode operation) {
        LossSpec random = LossSpec.parse(loss);
        LinkConfigBuilder link = gigabit(beforeMs).delayStep(SECOND, afterMs * MS / 2);
        LinkConfig back = link.build();
        Trial trial = new Trial(1, link.loss(random).build(), back);
        Bulk flow = trial.flow().forward(operation);
        trial.runUntil(4 * SECOND);

        assertThat(trial.goodputUntil(flow.source, 5 * SECOND))
                .isGreaterThan(0.9 * BOUND * (1 - random.meanLoss()));
    }

    @Test
    void shouldBeFilledWhenOnlyTheWayBackIsLonger() {
        Trial trial =
                new Trial(2, gigabit(20).build(), gigabit(20).delayStep(SECOND, 70 * MS).build());
        Bulk flow = trial.flow().forward(WrOpcode.RDMA_WRITE);
        trial.runUntil(4 * SECOND);

        assertThat(trial.goodputUntil(flow.source, 5 * SECOND)).isGreaterThan(0.9 * BOUND);
    }

    /** Longer, shorter, and longer again, each for a few seconds. */
    @Test
    void shouldBeFilledUpAndDown() {
        LinkConfigBuilder link = gigabit(20);
        long[] delays = {40, 10, 30, 80, 20};
        for (int i = 0; i < delays.length; i++) {
            link.delayStep((4 * i + 1) * SECOND, delays[i] * MS);
        }
        Trial trial = new Trial(3, link);
        Bulk flow = trial.flow().forward(WrOpcode.RDMA_WRITE);
        for (int i = 0; i < delays.length; i++) {
            trial.runUntil((4 * i + 4) * SECOND);
            assertThat(trial.goodputUntil(flow.source, (4 * i + 5) * SECOND))
                    .as("at %d ms", 2 * delays[i])
                    .isGreaterThan(0.9 * BOUND);
        }
    }

    @Test
    void shouldBeFilledBySeveralFlows() {
        Trial trial = new Trial(4, gigabit(20).delayStep(2 * SECOND, 40 * MS));
        Bulk first = trial.flow().forward(WrOpcode.RDMA_WRITE);
        Bulk second = trial.flow().forward(WrOpcode.RDMA_WRITE);
        trial.runUntil(5 * SECOND);
        long before = trial.arrivedBytes(second.source);

        double sum = trial.goodputUntil(first.source, 6 * SECOND);
        sum += (trial.arrivedBytes(second.source) - before) * 8.0;
        assertThat(sum).isGreaterThan(0.9 * BOUND);
    }

    /** A queue of the same length: the path has become slow, and the round trip falls again. */
    @Test
    void shouldNotTakeAQueueForIt() {
        Trial trial = new Trial(5, Trial.link(GBPS, 20 * MS, 4).rateStep(SECOND, GBPS / 5));
        Bulk flow = trial.flow().forward(WrOpcode.RDMA_WRITE);
        trial.runUntil(3 * SECOND);

        assertThat(flow.path().minRttNs()).isLessThan(21 * MS);
        assertThat(flow.path().queueDelayNs()).isLessThan(10 * MS);
        assertThat(trial.goodputUntil(flow.source, 4 * SECOND)).isGreaterThan(0.9 * BOUND / 5);
    }

    /** To the shorter of two flows the queue that the other keeps is as long as its path. */
    @Test
    void shouldNotTakeTheQueueOfALongerFlowForIt() {
        Trial trial = new Trial(6, Trial.link(GBPS, 10 * MS, 4));
        Bulk near = trial.flow().forward(WrOpcode.RDMA_WRITE);
        trial.flow(70 * MS).forward(WrOpcode.RDMA_WRITE);
        trial.runUntil(15 * SECOND);

        assertThat(near.path().minRttNs()).isLessThan(14 * MS);
        assertThat(trial.there.counters().dropped())
                .isLessThan(trial.there.counters().offered() / 50);
    }
}
