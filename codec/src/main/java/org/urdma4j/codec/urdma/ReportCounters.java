package org.urdma4j.codec.urdma;

/**
 * The counters of a report, for {@link ReportWriter}: totals since the connection began, of which
 * the wire carries the low 32 bits (all 64 of the bytes). Mutable and reused; not thread-safe.
 */
public final class ReportCounters {
    /** All packets of the sequence space that arrived, duplicates and repairs included. */
    public long packetsReceived;

    /** Bytes of those packets, each from BTH to ICRC. */
    public long bytesReceived;

    /** First transmissions that didn't arrive, whether FEC gave them back or not. */
    public long missing;

    /** Packets that FEC gave back. */
    public long repaired;

    /** Packets that the network marked for congestion. */
    public long marked;

    /** Packets that had arrived before. */
    public long duplicates;

    /** Receive-consuming messages allowed since the beginning, modulo 2^32. */
    public int receiveLimit = ReportHeader.NO_LIMIT;
}
