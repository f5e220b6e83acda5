package org.urdma4j.leafspine.net;

/** An end of cables. */
public interface Node {
    void receive(Packet packet, int port);

    /** Returns whether it has packets that don't wait at a port. */
    boolean pulls();

    /** Returns a packet to send by a port that has none of its own, null for none. */
    Packet pull(int port);

    /** A packet is about to leave by a port, and may still change. */
    void leaving(Packet packet, int port);

    /**
     * A packet that was to leave is lost because the cable is dead.
     *
     * @param held whether it had not left yet
     */
    void lost(Packet packet, boolean held);
}
