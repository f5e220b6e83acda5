package org.urdma4j.simulation.scenario;

import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkTap;

import java.util.function.Consumer;

/** Shows each packet that a link delivers. */
record Delivered(Consumer<SimulatedPacket> to) implements LinkTap<SimulatedPacket> {
    @Override
    public void onDeliver(
            SimulatedPacket packet, int packetBytes, int marks, long dueNs, long lateNs) {
        to.accept(packet);
    }
}
