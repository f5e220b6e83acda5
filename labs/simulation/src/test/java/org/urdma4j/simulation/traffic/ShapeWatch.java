package org.urdma4j.simulation.traffic;

import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.protection.packet.SealedHeader;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkTap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Looks at what somebody on a link sees of the shape of traffic: lengths and times. */
public final class ShapeWatch implements LinkTap<SimulatedPacket> {
    private final TransportPacket headers = new TransportPacket();
    private final Map<Integer, Set<Integer>> lengths = new HashMap<>();
    private final List<Long> times = new ArrayList<>();
    private long plain;

    /** Watches what is offered to a link. */
    public ShapeWatch(SimulatedLink link) {
        link.tap(this);
    }

    @Override
    public void onTransmit(
            SimulatedPacket packet, int packetBytes, long nowNs, long departNs, long queuedNs) {
        SimulatedPacket.VIEW.wrap(packet, headers);
        if (headers.opcode() != SealedHeader.OPCODE) {
            plain++;
            return;
        }
        lengths.computeIfAbsent(headers.destQp(), _ -> new TreeSet<>()).add(headers.length());
        times.add(nowNs);
    }

    /** Returns the lengths of the packets to each queue pair. */
    public Map<Integer, Set<Integer>> lengths() {
        return lengths;
    }

    /** Returns how many packets weren't sealed. */
    public long plain() {
        return plain;
    }

    /** Returns how many packets there were. */
    public int packets() {
        return times.size();
    }

    /** Returns how many packets were sent from one time on and before another. */
    public long packets(long fromNs, long toNs) {
        return times.stream().filter(ns -> ns >= fromNs && ns < toNs).count();
    }

    /** Returns when the last packet was sent. */
    public long lastNs() {
        return times.getLast();
    }
}
