package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.SharedQueue.MS;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.simulation.host.HostStalls;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.util.SplittableRandom;

/**
 * DCQCN over the Standard profile between hosts that share their cores, and are away for up to 5 ms
 * every now and then. A receiver that answers once for all that waited draws one notification in a
 * millisecond, too few for DCQCN: two flows stayed a quarter above the link, and going back N for
 * what that overflowed left a sixth of its rate.
 */
class DcqcnBusyHostTest {
    private static final long RATE = 200_000_000;
    private static final long LINE = 2 * RATE;
    private static final int FLOWS = 2;
    private static final long SPAN_NS = 3000 * MS;

    private final Bulk[] flows = new Bulk[FLOWS];

    private static HostStalls stalls(long seed) {
        return new HostStalls(new SplittableRandom(seed), MS / 10, 10_000, 5 * MS);
    }

    private long count(Counter counter) {
        long sum = 0;
        for (Bulk flow : flows) {
            sum += flow.sent(counter);
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldNotOverflowTheQueue(long seed) {
        SimulatedNetwork network = new SimulatedNetwork(seed, PayloadMover.BY_REFERENCE);
        LinkConfig path = LinkConfig.builder().rate(RATE).delay(2 * MS).queue(1 << 20).build();
        RedMarking marking = new RedMarking(50_000, 200_000, 0.2);
        SimulatedLink there = network.link("there", path.toBuilder().marking(marking).build());
        SimulatedLink back = network.link("back", path);
        UrdmaTuning tuning =
                UrdmaTuning.builder()
                        .congestionControl(CongestionControlType.DCQCN)
                        .referenceRate(LINE, false)
                        .build();
        for (int i = 0; i < FLOWS; i++) {
            SimulatedHost a = network.host("a" + i, EngineConfig.DEFAULT);
            SimulatedHost b = network.host("b" + i, EngineConfig.DEFAULT);
            a.stalls(stalls(100 * seed + 2 * i));
            b.stalls(stalls(100 * seed + 2 * i + 1));
            network.route(a, b, there);
            network.route(b, a, back);
            flows[i] = new Bulk(a, b, Bulk.standard(tuning, Mtu.MTU_4096));
            flows[i].forward(WrOpcode.RDMA_WRITE);
        }

        network.time().runUntil(SPAN_NS);

        assertThat(count(Counter.RETRANSMITTED_PKTS)).isLessThan(there.counters().offered() / 20);
        assertThat(8e9 * there.counters().wireBytes() / SPAN_NS).isGreaterThan(0.75 * RATE);
    }
}
