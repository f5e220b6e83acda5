package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.Trial.GBPS;
import static org.urdma4j.simulation.congestion.Trial.MS;
import static org.urdma4j.simulation.congestion.Trial.SECOND;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.WrOpcode;

/** The answers to READs are under the same congestion control as requests. */
class ReadLikeWriteTest {
    private static final long RTT_NS = 20 * MS;

    /** What a flow comes to in the last half of its time, and what it takes. */
    private record Outcome(double goodput, double shareSentAgain, long drops) {}

    private static Outcome run(Trial trial, WrOpcode operation, long endNs) {
        Bulk flow = trial.flow().forward(operation);
        trial.runUntil(endNs / 2);
        long again = flow.sent(Counter.RETRANSMITTED_PKTS);
        long sent = flow.sent(Counter.SENT_PKTS);
        long drops = trial.there.counters().dropped();
        double goodput = trial.goodputUntil(flow.source, endNs);
        again = flow.sent(Counter.RETRANSMITTED_PKTS) - again;
        sent = flow.sent(Counter.SENT_PKTS) - sent;
        return new Outcome(
                goodput, (double) again / sent, trial.there.counters().dropped() - drops);
    }

    private static LinkConfigBuilder tenGigabit(long rttNs) {
        return Trial.link(10 * GBPS, rttNs, 1);
    }

    @ParameterizedTest
    @CsvSource({"0.05, 100", "0.5, 200", "5, 1000", "20, 2000", "80, 5000"})
    void shouldBeAsFastAtAnyRoundTrip(double rttMs, long runMs) {
        LinkConfigBuilder link = tenGigabit((long) (rttMs * MS));
        long ns = Seeds.size(runMs * 6 / 10, runMs) * MS;
        Outcome write = run(new Trial(1, link), WrOpcode.RDMA_WRITE, ns);
        Outcome read = run(new Trial(1, link), WrOpcode.RDMA_READ, ns);

        assertThat(read.goodput).isGreaterThan(0.95 * write.goodput);
    }

    /** 12.5 MB of queue are 100 ms at the lower rate. */
    @Test
    void shouldFollowAPathThatBecomesSlow() {
        LinkConfigBuilder link = tenGigabit(RTT_NS);
        link.rateStep(SECOND, GBPS);
        Outcome write = run(new Trial(2, link), WrOpcode.RDMA_WRITE, 4 * SECOND);
        Outcome read = run(new Trial(2, link), WrOpcode.RDMA_READ, 4 * SECOND);

        assertThat(read.goodput).isGreaterThan(0.95 * write.goodput).isGreaterThan(0.9e9);
        assertThat(read.drops).isEqualTo(write.drops).isZero();
    }

    @ParameterizedTest
    @CsvSource({"RDMA_WRITE", "RDMA_READ"})
    void shouldGiveUpTheStartUpBehindAShortQueue(WrOpcode operation) {
        LinkConfigBuilder link = tenGigabit(RTT_NS).queue(64 << 10);
        Outcome outcome = run(new Trial(3, link), operation, 2 * SECOND);

        assertThat(outcome.goodput).isGreaterThan(0.95e10);
        assertThat(outcome.shareSentAgain).isLessThan(0.03);
    }

    @ParameterizedTest
    @CsvSource({"RDMA_WRITE", "RDMA_READ"})
    void shouldFollowAPolicer(WrOpcode operation) {
        Trial trial = new Trial(4, tenGigabit(RTT_NS));
        trial.police(GBPS, 64 << 10);
        Outcome outcome = run(trial, operation, 2 * SECOND);

        assertThat(outcome.goodput).isGreaterThan(0.95e9);
        assertThat(outcome.shareSentAgain).isLessThan(0.05);
    }

    /** Requests and answers leave by turns, and together they are what the path is asked for. */
    @Test
    void shouldSendRequestsAndAnswersAsOne() {
        LinkConfigBuilder link = tenGigabit(RTT_NS);
        link.rateStep(SECOND, GBPS);
        Trial trial = new Trial(5, link);
        Bulk flow = trial.flow();
        flow.forward(WrOpcode.RDMA_WRITE).forward(WrOpcode.RDMA_READ);
        trial.runUntil(2 * SECOND);
        long dropped = trial.there.counters().dropped();

        assertThat(trial.goodputUntil(flow.source, 4 * SECOND)).isGreaterThan(0.9e9);
        assertThat(trial.there.counters().dropped()).isEqualTo(dropped);
    }

    @Test
    void shouldFillBothDirectionsAtOnce() {
        Trial trial = new Trial(6, tenGigabit(RTT_NS));
        Bulk flow = trial.flow();
        flow.forward(WrOpcode.RDMA_READ).backward(WrOpcode.RDMA_READ);
        trial.runUntil(SECOND);
        long back = trial.arrivedBytes(flow.sink);

        assertThat(trial.goodputUntil(flow.source, 2 * SECOND)).isGreaterThan(0.93e10);
        assertThat((trial.arrivedBytes(flow.sink) - back) * 8).isGreaterThan(9_300_000_000L);
    }

    /** Sixteen at a time are far from what the path carries, and each takes a round trip. */
    @Test
    void shouldNotHoldUpAtomics() {
        Trial trial = new Trial(7, tenGigabit(RTT_NS));
        Bulk flow = trial.flow().atomics();
        trial.runUntil(2 * SECOND);

        assertThat(flow.completed()).isGreaterThan(16 * 95);
    }
}
