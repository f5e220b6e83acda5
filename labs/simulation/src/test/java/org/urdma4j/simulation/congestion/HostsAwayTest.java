package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.Trial.GBPS;
import static org.urdma4j.simulation.congestion.Trial.MS;
import static org.urdma4j.simulation.congestion.Trial.SECOND;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.simulation.host.HostStalls;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;

import java.util.SplittableRandom;

/**
 * Two hosts of an overloaded machine, each away for two thirds of the time, by up to 0.2 s, on a
 * path of 20 us. Each absence looks like a path that has shrunk; believed, it lets so little out
 * that the next one shows even less, down to kilobits a second.
 */
class HostsAwayTest {
    private static final int BYTES = 4 << 20;
    private static final int REQUESTS = 4;
    private static final int SEEDS = 20;
    private static final int ACK_TIMEOUT = 20;

    @ParameterizedTest
    @EnumSource(names = {"RDMA_READ", "RDMA_WRITE"})
    void shouldMoveSixteenMegabytesInSeconds(WrOpcode opcode) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            assertThat(completionNs(opcode, seed)).as("seed %d", seed).isLessThan(10 * SECOND);
        }
    }

    private static long completionNs(WrOpcode opcode, long seed) {
        SimulatedNetwork network = new SimulatedNetwork(seed, PayloadMover.BY_REFERENCE);
        SimulatedHost here = network.host("a", EngineConfig.DEFAULT);
        SimulatedHost there = network.host("b", EngineConfig.DEFAULT);
        here.stalls(stalls(2 * seed));
        there.stalls(stalls(2 * seed + 1));
        LinkConfig link = LinkConfig.builder().rate(2 * GBPS).delay(10_000).queue(64 << 20).build();
        network.route(here, there, network.link("there", link));
        network.route(there, here, network.link("back", link));
        Peer a = new Peer(here, BYTES);
        Peer b = new Peer(there, BYTES);
        QpAttr options =
                new QpAttr()
                        .urdmaOffer(UrdmaOffer.DEFAULT)
                        .urdmaPeerOffer(UrdmaOffer.DEFAULT)
                        .timeout(ACK_TIMEOUT);
        Peer.connect(a, b, 1, 2, options);
        for (int i = 0; i < REQUESTS; i++) {
            a.post(
                    new SendWr()
                            .opcode(opcode)
                            .sendFlags(SendFlags.SIGNALED)
                            .rdma(b.region.addr(), b.region.rkey())
                            .addSge(a.region.sge(0, BYTES)));
        }
        while (!a.completions(REQUESTS) && network.time().nowNs() < 60 * SECOND) {
            network.time().runUntil(network.time().nowNs() + MS);
        }
        return network.time().nowNs();
    }

    private static HostStalls stalls(long seed) {
        return new HostStalls(new SplittableRandom(seed), 10 * MS, 10_000, 200 * MS);
    }
}
