package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.Trial.SECOND;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.congestion.Multitude.Asking;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/**
 * Queue pairs to one peer have their parts of the path, and leave to others what they don't use.
 */
class WeightsTest {
    private static final int HEAVY = 4;
    private static final long BYTES = 65_536;
    private static final int DEPTH = 64;

    /** In which shares come to what they stay, and then show. */
    private static final long SPAN_NS = Seeds.size(3 * SECOND / 2, 3 * SECOND);

    private final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.BY_REFERENCE);
    private final SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
    private final SimulatedHost b = network.host("b", EngineConfig.DEFAULT);
    private long mbps = 1000;
    private Multitude all;

    private void connect(long rttUs, long queueKb, double loss) {
        LinkConfigBuilder link = Multitude.link(mbps, rttUs, queueKb);
        network.route(b, a, network.link("back", link.build()));
        network.route(a, b, network.link("there", link.loss(new Bernoulli(loss)).build()));
    }

    private void connectTo(WrOpcode operation) {
        connect(20_000, 2500, 0);
        all = new Multitude(a, b, operation, BYTES, DEPTH);
    }

    private static UrdmaTuning weight(int weight) {
        return UrdmaTuning.builder().weight(weight).build();
    }

    private void run(long ns) {
        network.runUntil(() -> false, ns);
        assertThat(all.failed).isEmpty();
    }

    /** Returns which part of the link's rate these have from now on. */
    private double use(List<Asking> some, long ns) {
        all.beginToCount();
        run(ns);
        double bytes = some.size() * Multitude.mean(some) * (double) some.getFirst().bytes;
        return bytes * 8e9 / (double) ns / (double) (mbps * 1_000_000);
    }

    @ParameterizedTest
    @CsvSource({
        // of each weight, Mbit/s, RTT in us, bytes, depth, queue in kB, loss
        "RDMA_WRITE, 1, 1000, 20000, 65536, 64, 2500, 0",
        "RDMA_WRITE, 1, 1000, 20000, 65536, 256, 2500, 0.01",
        "RDMA_WRITE, 1, 1000, 20000, 65536, 64, 625, 0",
        "RDMA_WRITE, 1, 10000, 20000, 65536, 1024, 25000, 0",
        "RDMA_READ, 2, 1000, 20000, 262144, 16, 2500, 0",
        "SEND, 2, 1000, 1000, 65536, 64, 2500, 0",
        "RDMA_WRITE, 4, 1000, 20000, 65536, 64, 2500, 0",
        "RDMA_WRITE, 8, 1000, 20000, 65536, 64, 2500, 0.01",
        "RDMA_WRITE, 8, 10000, 100, 65536, 64, 4000, 0",
        "RDMA_READ, 50, 1000, 20000, 65536, 64, 2500, 0",
        "SEND, 500, 1000, 20000, 4096, 16, 2500, 0"
    })
    void shouldShareByWeight(
            WrOpcode operation,
            int count,
            long rate,
            long rttUs,
            long bytes,
            int depth,
            long queueKb,
            double loss) {
        mbps = rate;
        connect(rttUs, queueKb, loss);
        all = new Multitude(a, b, operation, bytes, depth);
        List<Asking> light = all.add(count, weight(1));
        List<Asking> heavy = all.add(count, weight(HEAVY));
        long ns = rate > 1000 ? SPAN_NS : 3 * SECOND;
        run(ns);

        double lightUse = use(light, ns);

        double ratio = Multitude.mean(heavy) / Multitude.mean(light);
        assertThat(ratio).isCloseTo(HEAVY, Percentage.withPercentage(15));
        assertThat(lightUse * (1 + ratio)).isGreaterThan(0.9);
        assertThat((double) all.fewest()).isGreaterThan(0.8 * Multitude.mean(light));
    }

    /** Without turns they kept what they had: 0.4 of what the others have after five seconds. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 20})
    void shouldShareWithThoseWhoComeLater(int count) {
        connectTo(WrOpcode.RDMA_WRITE);
        List<Asking> first = all.add(count, weight(1));
        run(3 * SECOND);
        List<Asking> later = all.add(count, weight(1));
        run(SECOND);

        double use = use(later, SECOND);

        assertThat(use).isBetween(0.43, 0.5);
        assertThat((double) all.fewest()).isGreaterThan(0.9 * Multitude.mean(first));
        later.forEach(all::destroy);
        run(SECOND);
        assertThat(use(first, SECOND)).isGreaterThan(0.93);
    }

    /** Nothing is kept free for one who sends little, whatever its weight. */
    @ParameterizedTest
    @ValueSource(ints = {1, 100, 10_000})
    void shouldLeaveToOthersWhatOneHasNoUseFor(int bytes) {
        connectTo(WrOpcode.RDMA_WRITE);
        List<Asking> light = all.add(2, weight(1));
        for (int i = 0; i < 4; i++) {
            all.addSmall(bytes, weight(UrdmaTuning.MAX_WEIGHT));
        }
        run(SPAN_NS);
        assertThat(use(light, SPAN_NS)).isGreaterThan(0.93);
    }

    @ParameterizedTest
    @CsvSource({"1, 50, 20000", "1, 5, 20000", "1, 50, 200", "5, 50, 20000"})
    void shouldLeaveToOthersWhatOneMayNotUse(int count, int limitMbps, long rttUs) {
        connect(rttUs, 2500, 0);
        all = new Multitude(a, b, WrOpcode.RDMA_WRITE, BYTES, DEPTH);
        List<Asking> light = all.add(count, weight(1));
        List<Asking> heavy = all.add(count, weight(HEAVY));
        for (Asking each : heavy) {
            QpAttr limit = new QpAttr().rateLimit(limitMbps * 1000L);
            each.qp.modify(limit, QpAttrMask.RATE_LIMIT);
        }
        run(SPAN_NS);
        double taken = (double) count * limitMbps / mbps;
        assertThat(use(light, SPAN_NS)).isGreaterThan(0.95 - taken);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 20})
    void shouldNotWaitForThoseWhoAreSilent(int count) {
        connectTo(WrOpcode.RDMA_WRITE);
        List<Asking> light = all.add(count, weight(1));
        List<Asking> heavy = all.add(count, weight(HEAVY));
        run(2 * SECOND);
        heavy.forEach(all::deafen);
        run(SECOND);
        assertThat(use(light, 2 * SECOND)).isGreaterThan(0.75);
    }

    /**
     * It is next, as it has had nothing; and waits for what is in flight, not for a turn of all.
     */
    @ParameterizedTest
    @ValueSource(ints = {200, 1000})
    void shouldLetAShortMessagePass(int count) {
        connectTo(WrOpcode.RDMA_WRITE);
        all.add(count, weight(1));
        List<Asking> one = all.addSmall(64, weight(1));
        run(SPAN_NS);
        all.beginToCount();
        run(SPAN_NS);
        long turnOfAllNs = count * 16L * Multitude.PACKET * 8;
        double meanNs = SPAN_NS / Multitude.mean(one);
        assertThat(meanNs).isLessThan(20e6 + turnOfAllNs / 2.0);
    }
}
