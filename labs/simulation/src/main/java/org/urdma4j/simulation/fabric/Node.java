package org.urdma4j.simulation.fabric;

import org.urdma4j.simulation.host.SimulatedPacket;

/** What ports belong to: a switch, or a host. */
interface Node {
    String name();

    void arrive(SimulatedPacket packet, FabricPort in);

    /** A packet is to leave by a port; it may be dropped. */
    void admit(SimulatedPacket packet, FabricPort out);

    /** A packet is about to leave by a port, whose queue has all that stays behind. */
    void mark(SimulatedPacket packet, FabricPort out, int priority);

    /** A frame that had come in by {@code in} is no longer in the queue of {@code out}. */
    void leave(int frameBytes, FabricPort in, FabricPort out, int priority);

    /** A pause of a port has begun or ended. */
    void pausesChanged(FabricPort out);

    /** A priority of a port that said {@link FabricPort#isPaused} no longer is. */
    void onResumed();
}
