package org.urdma4j.transport.port.linux;

import java.nio.ByteBuffer;

/**
 * What a frame's header and its sums still need: {@code struct virtio_net_hdr} (linux/virtio_net.h,
 * virtio 1.2 section 5.1.6), little-endian in front of each frame of a {@link PacketSocket}.
 *
 * <pre>
 * flags (1)  gso_type (1)  hdr_len (2)  gso_size (2)  csum_start (2)  csum_offset (2)
 * </pre>
 */
public final class VirtioHeader {
    /** Length in bytes. */
    public static final int LENGTH = 10;

    private static final int NEEDS_CHECKSUM = 1;
    static final int TCP_OVER_IPV4_SEGMENTS = 1;
    static final int TCP_OVER_IPV6_SEGMENTS = 4;
    static final int UDP_SEGMENTS = 5;
    private static final int ECN = 0x80;

    private static final int GSO_TYPE = 1;
    private static final int HEADER_LENGTH = 2;
    private static final int SEGMENT = 4;
    private static final int CHECKSUM_START = 6;
    private static final int CHECKSUM_OFFSET = 8;

    private VirtioHeader() {}

    public static void writeComplete(ByteBuffer b, int at) {
        b.putLong(at, 0).putShort(at + Long.BYTES, (short) 0);
    }

    /**
     * Writes that UDP's checksum is to be completed, and the datagram cut perhaps.
     *
     * @param udpAt bytes of the frame before UDP's header
     * @param checksumAt bytes of that header before its checksum
     * @param headerLength bytes of the frame before UDP's payload
     * @param segment payload of a datagram once it is cut, or 0 if it isn't
     */
    public static void writeUdp(
            ByteBuffer b, int at, int udpAt, int checksumAt, int headerLength, int segment) {
        b.put(at, (byte) NEEDS_CHECKSUM);
        b.put(at + GSO_TYPE, (byte) (segment == 0 ? 0 : UDP_SEGMENTS));
        putLittle(b, at + HEADER_LENGTH, headerLength);
        putLittle(b, at + SEGMENT, segment);
        putLittle(b, at + CHECKSUM_START, udpAt);
        putLittle(b, at + CHECKSUM_OFFSET, checksumAt);
    }

    private static void putLittle(ByteBuffer b, int at, int value) {
        b.putShort(at, Short.reverseBytes((short) value));
    }

    static boolean needsChecksum(ByteBuffer b, int at) {
        return (b.get(at) & NEEDS_CHECKSUM) != 0;
    }

    /** Returns the bytes of the frame before what such a checksum covers. */
    static int checksumStart(ByteBuffer b, int at) {
        return little(b, at + CHECKSUM_START);
    }

    /** Returns the bytes of what it covers before the checksum itself. */
    static int checksumOffset(ByteBuffer b, int at) {
        return little(b, at + CHECKSUM_OFFSET);
    }

    /** Returns what the frame is to be cut into, {@link #UDP_SEGMENTS} and so on; 0 for nothing. */
    static int segmentType(ByteBuffer b, int at) {
        return b.get(at + GSO_TYPE) & ~ECN & 0xff;
    }

    static int segmentBytes(ByteBuffer b, int at) {
        return little(b, at + SEGMENT);
    }

    private static int little(ByteBuffer b, int at) {
        return Short.toUnsignedInt(Short.reverseBytes(b.getShort(at)));
    }

    /** Returns the UDP payload of each datagram that the frame stands for, 0 if it is one. */
    public static int segment(ByteBuffer b, int at) {
        return segmentType(b, at) == UDP_SEGMENTS ? segmentBytes(b, at) : 0;
    }
}
