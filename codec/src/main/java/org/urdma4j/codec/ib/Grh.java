package org.urdma4j.codec.ib;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Global route header: the network header of RoCEv1, laid out as an IPv6 header (IBTA volume 1,
 * 8.3; annex A16).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+---------------+---------------------------------------+
 * | IPVer | traffic class |              flow label               |
 * +-------+---------------+-------+---------------+---------------+
 * |        payload length         |  next header  |   hop limit   |
 * +-------------------------------+---------------+---------------+
 * |                          source GID                           |
 * |                          (16 bytes)                           |
 * +---------------------------------------------------------------+
 * |                        destination GID                        |
 * |                          (16 bytes)                           |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * The payload length counts from the BTH to the ICRC, both included. A GID is passed as two numbers
 * of 64 bits, the high one first.
 */
public final class Grh {
    /** The version, as in IPv6. */
    public static final int VERSION = 6;

    /** The next header: an InfiniBand transport. */
    public static final int NEXT_HEADER_IBA = 0x1b;

    /** All of the first word but the version. */
    private static final int VARIANT_BITS = 0x0fff_ffff;

    private static final int FIRST_WORD = 0;
    private static final int PAYLOAD_LENGTH = FIRST_WORD + Integer.BYTES;
    private static final int NEXT_HEADER = PAYLOAD_LENGTH + Short.BYTES;
    private static final int HOP_LIMIT = NEXT_HEADER + Byte.BYTES;
    private static final int SOURCE = HOP_LIMIT + Byte.BYTES;
    private static final int DESTINATION = SOURCE + 2 * Long.BYTES;

    /** Length in bytes. */
    public static final int LENGTH = DESTINATION + 2 * Long.BYTES;

    private Grh() {}

    public static int version(ByteBuffer b, int at) {
        return (b.get(at + FIRST_WORD) >> 4) & 0xf;
    }

    public static int trafficClass(ByteBuffer b, int at) {
        return (b.getInt(at + FIRST_WORD) >>> 20) & 0xff;
    }

    public static int flowLabel(ByteBuffer b, int at) {
        return b.getInt(at + FIRST_WORD) & 0xf_ffff;
    }

    public static int payloadLength(ByteBuffer b, int at) {
        return b.getShort(at + PAYLOAD_LENGTH) & 0xffff;
    }

    public static int nextHeader(ByteBuffer b, int at) {
        return b.get(at + NEXT_HEADER) & 0xff;
    }

    public static int hopLimit(ByteBuffer b, int at) {
        return b.get(at + HOP_LIMIT) & 0xff;
    }

    public static long sourceHigh(ByteBuffer b, int at) {
        return b.getLong(at + SOURCE);
    }

    public static long sourceLow(ByteBuffer b, int at) {
        return b.getLong(at + SOURCE + Long.BYTES);
    }

    public static long destinationHigh(ByteBuffer b, int at) {
        return b.getLong(at + DESTINATION);
    }

    public static long destinationLow(ByteBuffer b, int at) {
        return b.getLong(at + DESTINATION + Long.BYTES);
    }

    /**
     * Writes the header. Values too wide lose their high bits.
     *
     * @param nextHeader {@link #NEXT_HEADER_IBA} in a GRH
     */
    public static void write(
            ByteBuffer b,
            int at,
            int trafficClass,
            int flowLabel,
            int payloadLength,
            int nextHeader,
            int hopLimit,
            long sourceHigh,
            long sourceLow,
            long destinationHigh,
            long destinationLow) {
        b.putInt(
                at + FIRST_WORD,
                (VERSION << 28) | ((trafficClass & 0xff) << 20) | (flowLabel & 0xf_ffff));
        b.putShort(at + PAYLOAD_LENGTH, (short) payloadLength);
        b.put(at + NEXT_HEADER, (byte) nextHeader);
        b.put(at + HOP_LIMIT, (byte) hopLimit);
        b.putLong(at + SOURCE, sourceHigh);
        b.putLong(at + SOURCE + Long.BYTES, sourceLow);
        b.putLong(at + DESTINATION, destinationHigh);
        b.putLong(at + DESTINATION + Long.BYTES, destinationLow);
    }

    /** Writes DSCP and ECN, 0 to 255. */
    public static void setTrafficClass(ByteBuffer b, int at, int trafficClass) {
        int others = b.getInt(at + FIRST_WORD) & ~(0xff << 20);
        b.putInt(at + FIRST_WORD, others | (trafficClass & 0xff) << 20);
    }

    /** Writes the bytes after this header. */
    public static void setPayloadLength(ByteBuffer b, int at, int payloadLength) {
        b.putShort(at + PAYLOAD_LENGTH, (short) payloadLength);
    }

    /** Sets what routers may change to ones, as the ICRC sees it: class, flow label, hop limit. */
    public static void maskVariantFields(ByteBuffer b, int at) {
        b.putInt(at + FIRST_WORD, b.getInt(at + FIRST_WORD) | VARIANT_BITS);
        b.put(at + HOP_LIMIT, (byte) -1);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        HexFormat hex = HexFormat.of();
        return ("GRH{ver=%d tclass=0x%02x flow=0x%05x paylen=%d next=0x%02x hops=%d"
                        + " sgid=%s%s dgid=%s%s}")
                .formatted(
                        version(b, at),
                        trafficClass(b, at),
                        flowLabel(b, at),
                        payloadLength(b, at),
                        nextHeader(b, at),
                        hopLimit(b, at),
                        hex.toHexDigits(sourceHigh(b, at)),
                        hex.toHexDigits(sourceLow(b, at)),
                        hex.toHexDigits(destinationHigh(b, at)),
                        hex.toHexDigits(destinationLow(b, at)));
    }
}
