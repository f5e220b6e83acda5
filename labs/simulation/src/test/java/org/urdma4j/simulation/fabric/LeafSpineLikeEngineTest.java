package org.urdma4j.simulation.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.leafspine.balance.LoadBalance;
import org.urdma4j.leafspine.pattern.Pattern;
import org.urdma4j.leafspine.run.FabricOptions;
import org.urdma4j.leafspine.run.FabricResult;
import org.urdma4j.leafspine.run.FabricRun;
import org.urdma4j.leafspine.run.RateControl;
import org.urdma4j.leafspine.run.Scheme;
import org.urdma4j.leafspine.topology.Shape;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;

import java.util.ArrayList;
import java.util.List;

/**
 * The lean model of {@code leafspine} beside the real engine over the switches of this package:
 * each host writes to one at the other side, over two leaves and a spine with a cable to each.
 */
class LeafSpineLikeEngineTest {
    private static final long G100 = 100_000_000_000L;
    private static final int LOSSLESS = 3;
    private static final int LOSSY = 0;
    private static final EngineConfig LIMITED =
            EngineConfig.builder().maxInFlightBytes(2 << 20).build();

    private static FabricResult lean(int nics, long bytes, boolean pfc) {
        Shape shape = new Shape(2, nics, G100, 1, G100, 1, Shape.DELAY_PS);
        Scheme plain = Scheme.standard(LoadBalance.ECMP, RateControl.NONE, pfc, 1);
        return FabricRun.run(
                new FabricOptions(Pattern.PERMUTATION, bytes, shape, plain, null, 0, 1));
    }

    /** Returns until the last completion is there, in milliseconds. */
    private static double engineMs(int nics, int bytes, boolean pfc) {
        SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.BY_REFERENCE);
        Fabric fabric = new Fabric(network);
        SwitchConfig config = SwitchConfig.builder().buffer(16_000_000).build();
        FabricSwitch spine = fabric.addSwitch("spine", config);
        List<SimulatedHost> hosts = new ArrayList<>();
        for (String side : List.of("a", "b")) {
            FabricSwitch leaf = fabric.addSwitch(side, config);
            fabric.connect(leaf, spine, CableConfig.DEFAULT);
            for (int i = 0; i < nics; i++) {
                SimulatedHost host = network.host(side + i, LIMITED);
                host.sendsAt(G100);
                fabric.connect(host, leaf, CableConfig.DEFAULT);
                hosts.add(host);
            }
        }
        List<SoftContext> contexts = hosts.stream().map(SimulatedHost::open).toList();
        List<Peer> senders = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            int other = (i + nics) % hosts.size();
            fabric.route(hosts.get(i), hosts.get(other), pfc ? LOSSLESS : LOSSY);
            Peer sender = new Peer(hosts.get(i), contexts.get(i), bytes);
            Peer receiver = new Peer(hosts.get(other), contexts.get(other), bytes);
            Peer.connect(sender, receiver, 100, 200, new QpAttr().pathMtu(Mtu.MTU_4096));
            sender.post(sender.write(receiver, 0, bytes));
            senders.add(sender);
        }
        long beginNs = network.time().nowNs();
        assertThat(
                        network.runUntil(
                                () -> senders.stream().allMatch(it -> it.completions(1)),
                                beginNs + 1_000_000_000L))
                .isTrue();
        return (network.time().nowNs() - beginNs) / 1e6;
    }

    @ParameterizedTest
    @CsvSource({"1, 4194304, false", "4, 1048576, false", "4, 4194304, true"})
    void shouldTakeAsLong(int nics, int bytes, boolean pfc) {
        FabricResult lean = lean(nics, bytes, pfc);
        // the engine's sender knows a way back later
        double wayBackMs = 0.0043;

        double engineMs = engineMs(nics, bytes, pfc) - wayBackMs;

        assertThat(lean.dropped()).isZero();
        assertThat(lean.jctMs()).isCloseTo(engineMs, within(0.02 * engineMs));
    }
}
