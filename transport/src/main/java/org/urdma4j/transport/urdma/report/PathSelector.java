package org.urdma4j.transport.urdma.report;

import org.urdma4j.transport.wire.Route;

/** Chooses between several lanes; a queue pair with one path has none. */
public interface PathSelector {
    /**
     * Chooses where the next batch goes.
     *
     * @param repairs whether it begins with repair packets, which had better not go the way of what
     *     they repair
     * @return how many bytes may leave, 0 for none; {@link #lane} and {@link #route} say where to,
     *     where a probe would go otherwise
     */
    long choose(boolean repairs, long nowNs);

    /** Returns the lane chosen. */
    PathControl lane();

    /** Returns the way of the batch. */
    Route route();

    /** A packet of so many bytes is in the batch. */
    void onSent(long bytes);

    /** Returns the bytes on the wire that are under way on all lanes. */
    long inFlightBytes();

    /** Returns when a lane may have something leave that has nothing to leave now. */
    long nextSendNs(long nowNs);

    /** Nothing more is there to be sent although it might be. */
    void onNothingToSend(long nowNs);

    /** No report came for a retransmission timeout. */
    void onTimeout(long nowNs);

    /** Bounds the rate of all lanes together, bits per second on the wire, 0 for no bound. */
    void cap(long bitsPerSecond);
}
