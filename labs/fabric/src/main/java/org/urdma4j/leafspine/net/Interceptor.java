package org.urdma4j.leafspine.net;

/** What a switch does with packets beside sending them on. */
public interface Interceptor {
    /**
     * Returns the queue of the memory that a packet counts in while it is held: beyond those of the
     * ports; -1 if it isn't held.
     */
    int queue(Packet packet, int in);

    /** Takes a packet that is to be held, with memory taken for it. */
    void hold(Packet packet, int in);

    /** Takes a packet that is for the switch itself; returns whether it was. */
    boolean take(Packet packet, int in);
}
