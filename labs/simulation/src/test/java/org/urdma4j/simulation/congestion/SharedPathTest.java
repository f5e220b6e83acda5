package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.Trial.GBPS;
import static org.urdma4j.simulation.congestion.Trial.MS;
import static org.urdma4j.simulation.congestion.Trial.SECOND;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.List;

/** Several flows over one bottleneck. */
class SharedPathTest {
    private static final double EFFICIENCY = (double) Bulk.PAYLOAD / (Bulk.PAYLOAD + 82);

    private static final long SPAN_NS = Seeds.size(1, 2) * 5 * SECOND / 4;

    private static double[] shares(Trial trial, List<Bulk> flows, long fromNs, long untilNs) {
        trial.runUntil(fromNs);
        long[] before = flows.stream().mapToLong(f -> trial.arrivedBytes(f.source)).toArray();
        trial.runUntil(untilNs);
        double[] rates = new double[before.length];
        for (int i = 0; i < rates.length; i++) {
            long bytes = trial.arrivedBytes(flows.get(i).source) - before[i];
            rates[i] = 8e9 * bytes / (untilNs - fromNs);
        }
        return rates;
    }

    /** The queue that one keeps is small for its round trip and large for the other's. */
    @ParameterizedTest
    @CsvSource({
        // RTTs, queue in ms, whether the longer is first
        "10, 80, 40, true",
        "10, 80, 40, false",
        "20, 40, 20, true",
        "20, 40, 20, false"
    })
    void shouldBeSharedWhateverTheRoundTrip(
            long nearMs, long farMs, long queueMs, boolean farFirst) {
        double queueBdp = (double) queueMs / nearMs;
        Trial trial = new Trial(1, Trial.link(GBPS, nearMs * MS, queueBdp));
        long longerNs = (farMs - nearMs) * MS;
        Bulk first = trial.flow(farFirst ? longerNs : 0).forward(WrOpcode.RDMA_WRITE);
        trial.runUntil(2 * SECOND);
        Bulk second = trial.flow(farFirst ? 0 : longerNs).forward(WrOpcode.RDMA_WRITE);

        double[] rates = shares(trial, List.of(first, second), 12 * SECOND, 32 * SECOND);

        assertThat(rates[0] / rates[1]).isBetween(1.0 / 3, 3.0);
        assertThat(rates[0] + rates[1]).isGreaterThan(0.97 * GBPS * EFFICIENCY);
        assertThat(trial.there.counters().droppedByQueue())
                .isLessThan(trial.there.counters().offered() / 100);
    }

    @ParameterizedTest
    @CsvSource({
        // flows, queue in BDP
        "64, 1",
        "16, 0.25"
    })
    void shouldBeSharedByMany(int count, double queueBdp) {
        long rate = 10 * GBPS;
        Trial trial = new Trial(2, Trial.link(rate, 20 * MS, queueBdp));
        List<Bulk> flows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            flows.add(trial.flow().forward(WrOpcode.RDMA_WRITE));
        }

        trial.runUntil(3 * SECOND / 2);
        long dropped = trial.there.counters().droppedByQueue();
        long offered = trial.there.counters().offered();
        double[] rates = shares(trial, flows, 3 * SECOND / 2, 3 * SECOND / 2 + SPAN_NS);

        double sum = 0;
        double squares = 0;
        for (double bitsPerSecond : rates) {
            sum += bitsPerSecond;
            squares += bitsPerSecond * bitsPerSecond;
        }
        assertThat(sum * sum / (count * squares)).isGreaterThan(0.9);
        assertThat(sum).isGreaterThan(0.95 * rate * EFFICIENCY);
        dropped = trial.there.counters().droppedByQueue() - dropped;
        offered = trial.there.counters().offered() - offered;
        assertThat(dropped).isLessThan(offered / 100);
    }
}
