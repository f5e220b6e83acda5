package org.urdma4j.transport.unreliable;

import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.WcStatus;

/** How the packets of a service are written, one at a time. */
interface PacketWriter {
    /** Finds the memory of a request, and returns why it can't be begun, SUCCESS if it can. */
    WcStatus problemOf(SendWqe wqe);

    long packets(SendWqe wqe);

    /** Turns to the packet of {@code wqe}, which has its sequence numbers, at {@code psn}. */
    void select(SendWqe wqe, long psn);

    Route route();

    /** Returns the bytes of the packet from BTH to ICRC. */
    int length();

    /**
     * Adds the packet to a batch that accepts its length.
     *
     * @return SUCCESS, or why the request can't be carried out after all
     */
    WcStatus write(TransmitBatch batch);

    /**
     * Returns whether the packet has to wait because its way is paused.
     *
     * @param batch accepts its length; it may be looked at there
     */
    default boolean isPaused(TransmitBatch batch) {
        return route().isPaused();
    }
}
