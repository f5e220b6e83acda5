package org.urdma4j.simulation.host;

/** A stage of a route: a link, or a port of a switch or host that sends into one. */
public interface Hop {
    /** Takes over a packet, which goes on from here or is lost. */
    void offer(SimulatedPacket packet);
}
