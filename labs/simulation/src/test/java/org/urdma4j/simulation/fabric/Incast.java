package org.urdma4j.simulation.fabric;

import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.SendWr;

import java.util.HashMap;
import java.util.Map;

/**
 * Hosts that write as fast as their cables of 100 Gbit/s carry, the real engine at all ends, over
 * switches. What arrives is counted by sender.
 */
final class Incast implements LinkTap<SimulatedPacket> {
    static final long US = 1000;
    static final long MS = 1_000_000;
    static final long LINE = 100_000_000_000L;
    static final int LOSSLESS = 3;

    /** What a writer has on its way at most: enough for its cable and the queues on its way. */
    private static final EngineConfig LIMITED =
            EngineConfig.builder().maxInFlightBytes(2 << 20).build();

    private static final int MESSAGE = 256 << 10;
    private static final int DEPTH = 32;

    /** Frames with less are no payload. */
    private static final int SMALLEST = 1024;

    final SimulatedNetwork network = new SimulatedNetwork(13, PayloadMover.BY_REFERENCE);
    final Fabric fabric = new Fabric(network);
    private final Map<String, Long> arrived = new HashMap<>();
    private final Map<SimulatedHost, SoftContext> contexts = new HashMap<>();

    /** Adds a host with a cable to a switch. */
    SimulatedHost host(String name, FabricSwitch at, CableConfig cable) {
        SimulatedHost host = network.host(name, LIMITED);
        host.sendsAt(LINE);
        FabricPort port = fabric.connect(host, at, cable);
        port.peer().cable().tap(this);
        contexts.put(host, host.open());
        return host;
    }

    /** Has a host write to another without end. */
    void write(SimulatedHost from, SimulatedHost to, int priority) {
        write(from, to, priority, new QpAttr());
    }

    /** As above, with options for the connection. */
    void write(SimulatedHost from, SimulatedHost to, int priority, QpAttr options) {
        fabric.route(from, to, priority);
        Peer sender = new Peer(from, contexts.get(from), MESSAGE, DEPTH);
        Peer receiver = new Peer(to, contexts.get(to), MESSAGE, DEPTH);
        Peer.connect(sender, receiver, 100, 200, options);
        SendWr request = sender.write(receiver, 0, MESSAGE);
        for (int i = 0; i < DEPTH; i++) {
            sender.post(request);
        }
        from.application(() -> sender.poll().forEach(done -> sender.post(request)));
    }

    /** Adds eight hosts at a switch that write to one there. */
    SimulatedHost eightIntoOne(FabricSwitch at, CableConfig cable) {
        SimulatedHost receiver = host("r", at, cable);
        for (int i = 1; i <= 8; i++) {
            write(host("s" + i, at, cable), receiver, LOSSLESS);
        }
        return receiver;
    }

    void run(long durationNs) {
        network.time().runUntil(network.time().nowNs() + durationNs);
    }

    /** Returns the bytes of data frames from a host that have arrived anywhere. */
    long arrivedBytes(String sender) {
        return arrived.getOrDefault(sender, 0L);
    }

    /** Returns what a host's frames come to in bit/s over the next while. */
    double rate(String sender, long durationNs) {
        long before = arrivedBytes(sender);
        run(durationNs);
        return (arrivedBytes(sender) - before) * 8e9 / durationNs;
    }

    /** Returns what all frames come to in bit/s over the next while. */
    double totalRate(long durationNs) {
        long before = total();
        run(durationNs);
        return (total() - before) * 8e9 / durationNs;
    }

    private long total() {
        return arrived.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public void onDeliver(
            SimulatedPacket packet, int packetBytes, int marks, long dueNs, long lateNs) {
        if (packetBytes >= SMALLEST && !packet.isControl()) {
            arrived.merge(packet.sender(), (long) packetBytes, Long::sum);
        }
    }
}
