package org.urdma4j.simulation.tcp;

import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.queue.QueueType;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** TCP flows over one bottleneck in virtual time. */
final class TcpPath implements LinkTap<SimulatedPacket> {
    static final long SECOND = 1_000_000_000;

    /** On the wire a packet takes so many bytes. */
    private static final int WIRE = 1538;

    final List<TcpFlow> flows = new ArrayList<>();
    final SimulatedLink there;
    final SimulatedNetwork network;
    private final SimulatedLink back;
    private final long rate;
    final SplittableRandom random;
    private final Map<String, double[]> waits = new HashMap<>();
    private double queuedNs;
    private long packets;

    TcpPath(long seed, long mbps, long rttMs, double queueBdp) {
        this(seed, mbps, rttMs, queueBdp, "none");
    }

    TcpPath(long seed, long mbps, long rttMs, double queueBdp, String loss) {
        this(seed, mbps, rttMs, queueBdp, loss, QueueType.DROP_TAIL);
    }

    TcpPath(long seed, long mbps, long rttMs, double queueBdp, String loss, QueueType discipline) {
        rate = mbps * 1_000_000;
        network = new SimulatedNetwork(seed, PayloadMover.BY_REFERENCE);
        random = new SplittableRandom(seed);
        long queue = (long) (queueBdp * rate / 8e3 * rttMs);
        LinkConfig link =
                LinkConfig.builder().rate(rate).delay(rttMs * 500_000).queue(queue).build();
        there =
                network.link(
                        "there", link.toBuilder().loss(LossSpec.parse(loss)).build(), discipline);
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
        SimulatedHost[] pair = pair(Integer.toString(flows.size()));
        flows.add(new TcpFlow(network, pair[0], pair[1], control).start());
        return flows.getLast();
    }

    /** Returns two more hosts at either end, named a and b with this behind. */
    SimulatedHost[] pair(String name) {
        SimulatedHost a = network.host("a" + name, EngineConfig.DEFAULT);
        SimulatedHost b = network.host("b" + name, EngineConfig.DEFAULT);
        network.route(a, b, there);
        network.route(b, a, back);
        return new SimulatedHost[] {a, b};
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
        waits.clear();
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

    /** Returns the mean queue that packets of a flow met in the last span, in nanoseconds. */
    double meanQueueNs(int flow) {
        double[] sums = waits.get("a" + flow);
        return sums[0] / sums[1];
    }

    @Override
    public void onTransmit(
            SimulatedPacket packet, int packetBytes, long nowNs, long departNs, long waitNs) {
        queuedNs += waitNs;
        packets++;
        double[] sums = waits.computeIfAbsent(packet.sender(), name -> new double[2]);
        sums[0] += waitNs;
        sums[1]++;
    }
}
