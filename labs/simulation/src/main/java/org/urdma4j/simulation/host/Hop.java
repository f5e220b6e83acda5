package org.urdma4j.simulation.host;

/** A stage of a route: a link, or a port of a switch or host that sends into one. */
public interface Hop {
    /** Takes over a packet, which goes on from here or is lost. */
    void offer(SimulatedPacket packet);

    /**
     * Returns whether it would start nothing of a priority, 0 to 7, now; a host then keeps what it
     * has, until {@link SimulatedHost#onResumed}. Asked of the first stage of a route.
     */
    default boolean isPaused(int priority) {
        return false;
    }
}
