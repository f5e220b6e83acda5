package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.Trial.SECOND;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.congestion.Multitude.Asking;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** Tens to thousands of queue pairs between two hosts: a few packets of each are too many. */
class ManyQueuePairsTest {
    private static final double EFFICIENCY = (double) Bulk.PAYLOAD / Multitude.PACKET;

    private static final long SPAN_NS = Seeds.size(SECOND / 2, SECOND);

    private final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.BY_REFERENCE);
    private final SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
    private final SimulatedHost b = network.host("b", EngineConfig.DEFAULT);
    private SimulatedLink there;

    private void connect(long mbps, long rttUs, long queueKb) {
        LinkConfig link = Multitude.link(mbps, rttUs, queueKb).build();
        there = network.link("there", link);
        network.route(a, b, there);
        network.route(b, a, network.link("back", link));
    }

    private void run(long ns) {
        network.runUntil(() -> false, ns);
    }

    @ParameterizedTest
    @CsvSource({
        // queue pairs, Mbit/s, RTT in us, bytes of a message, depth, queue in kB
        "RDMA_WRITE, 8, 1000, 20000, 65536, 64, 625",
        "RDMA_WRITE, 16, 1000, 20000, 65536, 16, 2500",
        "RDMA_WRITE, 64, 1000, 20000, 65536, 16, 2500",
        "RDMA_WRITE, 64, 1000, 20000, 65536, 16, 625",
        "RDMA_WRITE, 16, 100, 20000, 65536, 16, 250",
        "RDMA_WRITE, 4, 1000, 1000, 65536, 64, 125",
        "RDMA_WRITE, 64, 1000, 1000, 65536, 16, 125",
        "RDMA_WRITE, 64, 10000, 100, 4096, 16, 4000",
        "RDMA_WRITE, 1000, 1000, 20000, 4096, 16, 2500",
        "SEND, 1000, 1000, 20000, 4096, 16, 2500",
        "RDMA_READ, 1000, 1000, 20000, 4096, 16, 2500",
        "SEND, 4000, 10000, 100, 4096, 16, 4000",
        "RDMA_READ, 4000, 10000, 100, 4096, 16, 4000"
    })
    void shouldShareAPath(
            WrOpcode operation,
            int count,
            long mbps,
            long rttUs,
            long bytes,
            int depth,
            long queueKb) {
        connect(mbps, rttUs, queueKb);
        Multitude all = new Multitude(a, b, operation, bytes, depth);
        all.add(count);
        run(SECOND / 2 + SPAN_NS / 2);
        SimulatedHost source = operation == WrOpcode.RDMA_READ ? b : a;
        long sent = source.counters().get(Counter.SENT_PKTS);
        long resent = source.counters().get(Counter.RETRANSMITTED_PKTS);
        long before = all.completed();
        all.beginToCount();
        long ns = (mbps > 1000 ? 1 : 3) * SPAN_NS;
        run(ns);

        double rate = 8e9 * bytes * (double) (all.completed() - before) / ns;
        assertThat(rate).isGreaterThan(0.93 * EFFICIENCY * mbps * 1_000_000);
        sent = source.counters().get(Counter.SENT_PKTS) - sent;
        resent = source.counters().get(Counter.RETRANSMITTED_PKTS) - resent;
        assertThat((double) resent).isLessThan(0.02 * sent);
        double mean = (double) (all.completed() - before) / count;
        assertThat((double) all.fewest()).isGreaterThan(0.6 * mean);
        assertThat(all.failed).isEmpty();
    }

    static LongStream seeds() {
        return Seeds.of(4, 10);
    }

    /** Nobody may be left waiting for a turn, whatever becomes of those whose turn it is. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHangOnNobody(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        connect(1000, random.nextLong(100, 20_000), random.nextLong(200, 5_000));
        WrOpcode[] operations = {WrOpcode.RDMA_WRITE, WrOpcode.RDMA_READ, WrOpcode.SEND};
        WrOpcode operation = operations[random.nextInt(operations.length)];
        Multitude all = new Multitude(a, b, operation, random.nextLong(1, 20_000), 8);
        all.add(100);
        for (int i = 0; i < 20; i++) {
            run(random.nextLong(SECOND / 10));
            switch (random.nextInt(4)) {
                case 0 -> all.add(random.nextInt(50));
                case 1 -> some(all, random).forEach(all::destroy);
                case 2 -> some(all, random).forEach(all::breakOff);
                default -> {
                    there.kill();
                    run(random.nextLong(SECOND / 5));
                    there.revive();
                }
            }
        }
        all.add(1);
        run(3 * SECOND);
        all.beginToCount();

        run(2 * SECOND);

        assertThat(all.failed).isEmpty();
        assertThat(all.fewest()).isPositive();
    }

    private static List<Asking> some(Multitude all, SplittableRandom random) {
        return all.living().stream().filter(_ -> random.nextInt(4) == 0).toList();
    }
}
