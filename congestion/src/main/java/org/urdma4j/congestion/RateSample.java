package org.urdma4j.congestion;

/**
 * What a {@link RateController} learns from one report: the report's signals and what the send
 * history adds to them. Mutable and reused; a controller keeps no reference to it.
 */
public final class RateSample {
    /** When the report arrived, in nanoseconds of the sender's clock. */
    public long nowNs;

    /** When the newest-sent packet that had arrived left, in nanoseconds of the sender's clock. */
    public long sentNs;

    /** Round trip in nanoseconds, 0 when the report has none. */
    public long rttNs;

    /** One-way delay in nanoseconds with an unknown constant offset. */
    public long forwardDelayNs;

    /** When the newest-sent packet arrived, in nanoseconds of the receiver's clock. */
    public long receiverNs;

    /** The rate at which about one round trip's packets arrived, in bit/s; 0 when unknown. */
    public long deliveryBitsPerSecond;

    /** Whether the application, not the path, may have been the limit of that rate. */
    public boolean appLimited;

    /** Whether a round ends: the newest arrival was sent after the last round ended. */
    public boolean roundEnd;

    /** Bytes sent after the newest arrival was. */
    public long inFlightBytes;

    /** How late this host is at times with what it means to do, in nanoseconds; 0 for never. */
    public long hostNoiseNs;

    /** What a receiver that is away for that long is believed to hold, in bytes. */
    public long hostBufferBytes;

    /** Bytes on the wire of all packets that had arrived. */
    public long receivedBytes;

    /** Packets that had arrived. */
    public long receivedPackets;

    /** Packets lost before any repair. */
    public long missingPackets;

    /** Packets that arrived with a congestion mark. */
    public long markedPackets;

    /** Returns how much of the host's noise is not held against the path, in nanoseconds. */
    public long excusedNs() {
        return Math.min(hostNoiseNs, BurstPacer.MOST_LATE_NS);
    }
}
