package org.urdma4j.codec.pcap;

import java.nio.ByteBuffer;

/**
 * One captured packet.
 *
 * @param linkType what the bytes start with, one of {@link LinkType} or any other LINKTYPE_ number
 * @param timestampNs nanoseconds since 1970-01-01 UTC, or {@link #NO_TIMESTAMP}
 * @param originalLength bytes that the packet had on the wire; more than were captured when the
 *     capture was made with a snapshot length
 * @param bytes the captured bytes, from position 0 to the limit, big-endian; stays valid, and may
 *     be changed, after the reader has moved on
 */
public record CaptureRecord(int linkType, long timestampNs, int originalLength, ByteBuffer bytes) {
    /** The time of a packet whose record holds none (pcapng Simple Packet Block). */
    public static final long NO_TIMESTAMP = Long.MIN_VALUE;

    public int capturedLength() {
        return bytes.limit();
    }

    /** Whether the end of the packet is missing in the capture. */
    public boolean isCutShort() {
        return capturedLength() < originalLength;
    }
}
