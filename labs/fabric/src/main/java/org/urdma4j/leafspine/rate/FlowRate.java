package org.urdma4j.leafspine.rate;

import org.urdma4j.leafspine.net.Packet;

/** When a queue pair may send, and how much may be under way. Times in picoseconds. */
public interface FlowRate {
    /** No limit to what is under way; never, of a time. */
    long UNLIMITED = Long.MAX_VALUE;

    /**
     * Returns when the next packet may leave, {@link #UNLIMITED} if only an answer can tell.
     *
     * @param underWayBytes sent and not yet answered
     */
    long readyPs(long nowPs, long underWayBytes);

    /** A packet leaves. */
    default void onSent(long nowPs, int bytes) {}

    /**
     * An answer has come.
     *
     * @param ackedBytes that have arrived since the beginning
     * @param sentBytes that have left since the beginning
     */
    default void onAck(long nowPs, Packet ack, long ackedBytes, long sentBytes) {}

    /** A congestion notification has come. */
    default void onNotified(long nowPs) {}

    /** Nothing has come for too long. */
    default void onTimeout(long nowPs) {}

    /** Returns whether switches are to stamp packets, and each is to be answered. */
    default boolean telemetry() {
        return false;
    }
}
