package org.urdma4j.simulation.congestion;

import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;

import java.util.HashMap;
import java.util.Map;

/**
 * Flows over one bottleneck in virtual time, the real engine at both ends. What arrives is counted
 * where it leaves the bottleneck.
 */
final class Trial implements LinkTap<SimulatedPacket> {
    static final long MS = 1_000_000;
    static final long SECOND = 1_000_000_000;
    static final long GBPS = 1_000_000_000;

    /** Packets with less are no payload. */
    private static final int SMALLEST = Bulk.PAYLOAD;

    final SimulatedNetwork network;
    final SimulatedLink there;
    final SimulatedLink back;
    private final Map<String, long[]> arrived = new HashMap<>();
    private int flows;

    /** Both directions are links of the same kind. */
    Trial(long seed, LinkConfigBuilder both) {
        this(seed, both.build(), both.build());
    }

    Trial(long seed, LinkConfig there, LinkConfig back) {
        network = new SimulatedNetwork(seed, PayloadMover.BY_REFERENCE);
        this.there = network.link("there", there);
        this.back = network.link("back", back);
        this.there.tap(this);
        this.back.tap(this);
    }

    /** Returns a path of a rate and a round trip, with a queue of some bandwidth-delay products. */
    static LinkConfigBuilder link(long rate, long rttNs, double queueBdp) {
        long queue = (long) (queueBdp * rate / 8e9 * rttNs);
        return LinkConfig.builder().rate(rate).delay(rttNs / 2).queue(queue);
    }

    /** Adds a flow between two hosts of its own. */
    Bulk flow() {
        return flow(0);
    }

    /** Adds a flow whose round trip is longer than the bottleneck's by a time. */
    Bulk flow(long longerNs) {
        SimulatedHost a = network.host("a" + flows, EngineConfig.DEFAULT);
        SimulatedHost b = network.host("b" + flows, EngineConfig.DEFAULT);
        flows++;
        if (longerNs > 0) {
            LinkConfig detour = LinkConfig.builder().delay(longerNs).build();
            network.route(a, b, there, network.link("detour", detour));
        } else {
            network.route(a, b, there);
        }
        network.route(b, a, back);
        return new Bulk(a, b);
    }

    /** Has the way there drop what exceeds a rate, and let nothing wait for it. */
    void police(long rate, long bucketBytes) {
        Policer policer = new Policer(rate, bucketBytes);
        there.script(
                new Script<SimulatedPacket>()
                        .drop(
                                "policer",
                                Occurrence.all(),
                                SimulatedPacket.matching(packet ->
                                        policer.exceeds(network.time().nowNs(), packet.length()))));
    }

    void runUntil(long ns) {
        network.time().runUntil(ns);
    }

    /** Returns the payload bytes from a host that arrived, none twice. */
    long arrivedBytes(SimulatedHost from) {
        long spurious = from.counters().get(Counter.SPURIOUS_RETRANSMITS);
        return arrived.getOrDefault(from.name(), new long[1])[0] - spurious * Bulk.PAYLOAD;
    }

    /** Returns what a host's payload comes to in bit/s, from now to a time. */
    double goodputUntil(SimulatedHost from, long untilNs) {
        long begin = network.time().nowNs();
        long before = arrivedBytes(from);
        runUntil(untilNs);
        return 8e9 * (arrivedBytes(from) - before) / (untilNs - begin);
    }

    @Override
    public void onDeliver(
            SimulatedPacket packet, int packetBytes, int marks, long dueNs, long lateNs) {
        if (packetBytes >= SMALLEST) {
            arrived.computeIfAbsent(packet.sender(), name -> new long[1])[0] += Bulk.PAYLOAD;
        }
    }
}
