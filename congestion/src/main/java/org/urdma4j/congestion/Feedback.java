package org.urdma4j.congestion;

/**
 * What one report of the receiver tells the sender. Mutable and reused: the engine fills it and
 * passes it to {@link CongestionControl#onReport}, which keeps no reference to it. All counters are
 * cumulative since the connection began, so that a lost report costs resolution and no information.
 */
public final class Feedback {
    /** When the report arrived, in nanoseconds of the sender's clock. */
    public long nowNs;

    /**
     * When the newest-sent packet that had arrived left the sender, in nanoseconds of the sender's
     * clock: the echo of T1, a multiple of 128 ns.
     */
    public long sentNs;

    /**
     * Round trip without the receiver's holding time, in nanoseconds; 0 when there is no sample.
     */
    public long rttNs;

    /**
     * One-way delay of that packet in nanoseconds with an unknown constant offset, since the clocks
     * differ; only its variation means something.
     */
    public long forwardDelayNs;

    /**
     * When the newest-sent packet arrived, in nanoseconds of the receiver's clock, whose offset is
     * unknown.
     */
    public long receiverNs;

    /** How late this host is at times with what it means to do, in nanoseconds; 0 for never. */
    public long hostNoiseNs;

    /** What a receiver that is away for that long is believed to hold, in bytes. */
    public long hostBufferBytes;

    /** Bytes on the wire of all packets that had arrived. */
    public long receivedBytes;

    /** Packets that had arrived. */
    public long receivedPackets;

    /** Packets lost, counted before forward error correction repaired any. */
    public long missingPackets;

    /** Packets that arrived with a congestion mark. */
    public long markedPackets;
}
