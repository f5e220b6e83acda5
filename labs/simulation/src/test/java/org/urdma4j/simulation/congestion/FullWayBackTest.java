package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.Trial.MS;
import static org.urdma4j.simulation.congestion.Trial.SECOND;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.tcp.Bbr;
import org.urdma4j.simulation.tcp.Cubic;
import org.urdma4j.simulation.tcp.TcpControl;
import org.urdma4j.simulation.tcp.TcpFlow;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.util.SplittableRandom;

/** Others fill the way back, on which word of what has arrived waits: that is no queue of ours. */
class FullWayBackTest {
    /** What acknowledgements of TCP leave: one of 84 bytes for each two packets of 1538. */
    private static final double LEFT = 0.97;

    private static TcpFlow tcp(Trial trial, TcpControl control) {
        SimulatedHost a = trial.network.host("tcp", EngineConfig.DEFAULT);
        SimulatedHost b = trial.network.host("sink", EngineConfig.DEFAULT);
        trial.network.route(a, b, trial.back);
        trial.network.route(b, a, trial.there);
        return new TcpFlow(trial.network, a, b, control).start();
    }

    @ParameterizedTest
    @CsvSource({
        // Mbit/s, RTT in ms, queue in BDP, who fills the way back, and who was first
        "100, 20, 0.25, cubic, ours, RDMA_WRITE",
        "100, 20, 1, cubic, ours, RDMA_WRITE",
        "100, 20, 5, cubic, ours, RDMA_WRITE",
        "100, 20, 5, cubic, ours, RDMA_READ",
        "100, 20, 5, cubic, rival, RDMA_WRITE",
        "50, 80, 5, cubic, ours, RDMA_WRITE",
        "500, 10, 5, cubic, rival, RDMA_WRITE",
        "100, 20, 1, bbr, ours, RDMA_WRITE",
        "100, 20, 1, bbr, rival, RDMA_WRITE",
        "50, 80, 1, bbr, ours, RDMA_WRITE"
    })
    void shouldFillTheWayThere(
            long mbps, long rttMs, double queue, String rival, String first, WrOpcode operation) {
        Trial trial = new Trial(1, Trial.link(mbps * 1_000_000, rttMs * MS, queue));
        TcpControl control =
                rival.equals("bbr") ? new Bbr(new SplittableRandom(1)) : new Cubic(true);
        TcpFlow other;
        Bulk flow;
        if (first.equals("ours")) {
            flow = trial.flow().forward(operation);
            trial.runUntil(3 * SECOND);
            other = tcp(trial, control);
        } else {
            other = tcp(trial, control);
            trial.runUntil(3 * SECOND);
            flow = trial.flow().forward(operation);
        }
        trial.runUntil(12 * SECOND);
        long again = flow.sent(Counter.RETRANSMITTED_PKTS);
        long sent = flow.sent(Counter.SENT_PKTS);
        long carried = other.arrived();

        double bound = LEFT * mbps * 1e6 * Bulk.PAYLOAD / (Bulk.PAYLOAD + 82);
        assertThat(trial.goodputUntil(flow.source, 32 * SECOND)).isGreaterThan(0.97 * bound);
        assertThat((double) (flow.sent(Counter.RETRANSMITTED_PKTS) - again))
                .isLessThan(0.01 * (flow.sent(Counter.SENT_PKTS) - sent));
        assertThat(other.arrived() - carried)
                .isGreaterThan(mbps * 1_000_000 / 12_304 * 20 * 9 / 10);
    }

    /** Who yields to everybody yields to those on its own way. */
    @ParameterizedTest
    @CsvSource({"100, 20, 1", "100, 20, 5", "50, 80, 5"})
    void shouldNotYieldToWhoFillsTheWayBack(long mbps, long rttMs, double queue) {
        Trial trial = new Trial(3, Trial.link(mbps * 1_000_000, rttMs * MS, queue));
        SimulatedHost a = trial.network.host("a", EngineConfig.DEFAULT);
        SimulatedHost b = trial.network.host("b", EngineConfig.DEFAULT);
        trial.network.route(a, b, trial.there);
        trial.network.route(b, a, trial.back);
        UrdmaTuning tuning =
                UrdmaTuning.builder().congestionControl(CongestionControlType.BACKGROUND).build();
        Bulk flow = new Bulk(a, b, Bulk.urdma(tuning)).forward(WrOpcode.RDMA_WRITE);
        trial.runUntil(3 * SECOND);
        tcp(trial, new Cubic(true));
        trial.runUntil(12 * SECOND);

        double bound = LEFT * mbps * 1e6 * Bulk.PAYLOAD / (Bulk.PAYLOAD + 82);
        assertThat(trial.goodputUntil(flow.source, 32 * SECOND)).isGreaterThan(0.8 * bound);
    }

    /** Each way is the other's way back. */
    @Test
    void shouldFillBothWays() {
        Trial trial = new Trial(2, Trial.link(1_000_000_000, 20 * MS, 5));
        Bulk one = trial.flow().forward(WrOpcode.RDMA_WRITE);
        SimulatedHost a = trial.network.host("c", EngineConfig.DEFAULT);
        SimulatedHost b = trial.network.host("d", EngineConfig.DEFAULT);
        trial.network.route(a, b, trial.back);
        trial.network.route(b, a, trial.there);
        Bulk other = new Bulk(a, b).forward(WrOpcode.RDMA_WRITE);
        trial.runUntil(3 * SECOND);
        double bound = 1e9 * Bulk.PAYLOAD / (Bulk.PAYLOAD + 82);

        assertThat(trial.goodputUntil(one.source, 8 * SECOND)).isGreaterThan(0.95 * bound);
        assertThat(trial.goodputUntil(other.source, 13 * SECOND)).isGreaterThan(0.95 * bound);
    }
}
