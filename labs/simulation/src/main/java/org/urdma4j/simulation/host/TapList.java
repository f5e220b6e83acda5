package org.urdma4j.simulation.host;

import org.urdma4j.simulation.link.DropCause;
import org.urdma4j.simulation.link.LinkTap;

import java.util.ArrayList;
import java.util.List;

/** Several taps on one link, called in the order in which they were added. */
final class TapList implements LinkTap<SimulatedPacket> {
    private final List<LinkTap<SimulatedPacket>> taps = new ArrayList<>();

    void add(LinkTap<SimulatedPacket> tap) {
        taps.add(tap);
    }

    @Override
    public void onTransmit(
            SimulatedPacket packet, int packetBytes, long nowNs, long departNs, long queuedNs) {
        for (int i = 0; i < taps.size(); i++) {
            taps.get(i).onTransmit(packet, packetBytes, nowNs, departNs, queuedNs);
        }
    }

    @Override
    public void onDeliver(
            SimulatedPacket packet, int packetBytes, int marks, long dueNs, long lateNs) {
        for (int i = 0; i < taps.size(); i++) {
            taps.get(i).onDeliver(packet, packetBytes, marks, dueNs, lateNs);
        }
    }

    @Override
    public void onDrop(SimulatedPacket packet, int packetBytes, DropCause cause, long nowNs) {
        for (int i = 0; i < taps.size(); i++) {
            taps.get(i).onDrop(packet, packetBytes, cause, nowNs);
        }
    }
}
