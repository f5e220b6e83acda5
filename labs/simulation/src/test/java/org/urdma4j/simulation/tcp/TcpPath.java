package org.urdma4j.simulation.tcp;

import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** TCP flows over one bottleneck in virtual time. */
final class TcpPath implements LinkTap<SimulatedPacket> {
    static final long SECOND = 1_000_000_000;

    /** On the wire a packet takes so many bytes. */
    private static final int WIRE = 1538;

    final List<TcpFlow> flows = new ArrayList<>();
    final SimulatedLink there;
    private final SimulatedNetwork network;
    private final SimulatedLink back;
    private final long rate;
    private final SplittableRandom random;
    private double queuedNs;
    private long packets;

    TcpPath(long seed, long mbps, long rttMs, double queueBdp) {
        this(seed, mbps, rttMs, queueBdp, "none");
    }

    TcpPath(long seed, long mbps, long rttMs, double queueBdp, String loss) {
        rate = mbps * 1_000_000;
        network = new SimulatedNetwork(seed, PayloadMover.BY_REFERENCE);
        random = new SplittableRandom(seed);
        long queue = (long) (queueBdp * rate / 8e3 * rttMs);
        LinkConfig link =
                LinkConfig.builder().rate(rate).delay(rttMs * 500_000).queue(queue).build();
        there = network.link("there", link.toBuilder().loss(LossSpec.parse(loss)).build());
        back = network.link("back", link);
        there.tap(this);
    }

    TcpFlow cubic() {
        return start(new Cubic(true));
    }

    TcpFlow bbr() {
        return start(new Bbr(random.split()));
    }

    TcpFlow start(TcpControl control) {
        SimulatedHost a = network.host("a" + flows.size(), EngineConfig.DEFAULT);
        SimulatedHost b = network.host("b" + flows.size(), EngineConfig.DEFAULT);
        network.route(a, b, there);
        network.route(b, a, back);
        flows.add(new TcpFlow(network, a, b, control).start());
        return flows.getLast();
    }

    void runUntil(double seconds) {
        network.time().runUntil((long) (seconds * 1e9));
    }

    /** Returns the share of the link of each flow between two times. */
    double[] shares(double from, double to) {
        runUntil(from);
        long[] before = flows.stream().mapToLong(TcpFlow::arrived).toArray();
        queuedNs = 0;
        packets = 0;
        runUntil(to);
        double[] shares = new double[before.length];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = 8.0 * WIRE * (flows.get(i).arrived() - before[i]) / rate / (to - from);
        }
        return shares;
    }

    /** Returns the mean queue that packets met in the last span, in nanoseconds. */
    double meanQueueNs() {
        return queuedNs / packets;
    }

    @Override
    public void onTransmit(
            SimulatedPacket packet, int packetBytes, long nowNs, long departNs, long waitNs) {
        queuedNs += waitNs;
        packets++;
    }
}
