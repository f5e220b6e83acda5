package org.urdma4j.simulation.fabric;

import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedPacket;

/**
 * A host's network card: its queues hold whatever the host sends, which the limits on what is in
 * flight bound. While a priority is paused the host keeps what it has of it.
 */
final class HostNode implements Node {
    private final SimulatedHost host;

    HostNode(SimulatedHost host) {
        this.host = host;
    }

    @Override
    public String name() {
        return host.name();
    }

    @Override
    public void arrive(SimulatedPacket packet, FabricPort in) {
        packet.forward();
    }

    @Override
    public void admit(SimulatedPacket packet, FabricPort out) {
        out.enqueue(packet, null);
    }

    @Override
    public void mark(SimulatedPacket packet, FabricPort out, int priority) {
        // hosts mark nothing
    }

    @Override
    public void leave(int frameBytes, FabricPort in, FabricPort out, int priority) {
        // nobody shares the host's memory
    }

    @Override
    public void onResumed() {
        host.onResumed();
    }

    @Override
    public void pausesChanged(FabricPort out) {
        // the port sees to it
    }
}
