package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.Trial.GBPS;
import static org.urdma4j.simulation.congestion.Trial.MS;
import static org.urdma4j.simulation.congestion.Trial.SECOND;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.verbs.WrOpcode;

/** What congestion control believes after nothing came through for a while. */
class OutageTest {
    private static final long RTT_NS = 20 * MS;

    /** What was sent meanwhile has arrived, and is in the first report that comes through. */
    @ParameterizedTest
    @CsvSource({"RDMA_WRITE, 50", "RDMA_WRITE, 300", "RDMA_WRITE, 1000", "RDMA_READ, 1000"})
    void shouldNotTakeWhatArrivedWithoutReportsForAFastPath(WrOpcode operation, long darkMs) {
        LinkConfig there = Trial.link(GBPS, RTT_NS, 1).build();
        LinkConfig back = Trial.link(GBPS, RTT_NS, 1).blackout(SECOND, darkMs * MS).build();
        Trial trial = new Trial(1, there, back);
        Bulk flow = trial.flow().forward(operation);
        trial.runUntil(SECOND);

        long most = 0;
        for (long ns = SECOND; ns <= 3 * SECOND; ns += RTT_NS / 8) {
            trial.runUntil(ns);
            most = Math.max(most, flow.path().deliveryBitsPerSecond());
        }
        assertThat(most).isLessThan(1_050_000_000);
        assertThat(trial.goodputUntil(flow.source, 4 * SECOND)).isGreaterThan(0.95e9);
    }
}
