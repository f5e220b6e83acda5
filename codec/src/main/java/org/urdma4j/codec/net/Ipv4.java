package org.urdma4j.codec.net;

import java.nio.ByteBuffer;

/**
 * IPv4 header (RFC 791), without options where it is written.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+-----------+---+-------------------------------+
 * |Version|  IHL  |   DSCP    |ECN|         total length          |
 * +-------+-------+-----------+---+-----+-------------------------+
 * |        identification         |0|D|M|     fragment offset     |
 * +---------------+---------------+-----+-------------------------+
 * | time to live  |   protocol    |        header checksum        |
 * +---------------+---------------+-------------------------------+
 * |                        source address                         |
 * +---------------------------------------------------------------+
 * |                      destination address                      |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * D: don't fragment; M: more fragments follow.
 */
public final class Ipv4 {
    public static final int VERSION = 4;

    /** Protocol number of UDP, in IPv6 too. */
    public static final int PROTOCOL_UDP = 17;

    /** Flag: routers may not fragment the packet. RoCE sets it. */
    public static final int DONT_FRAGMENT = 0x4000;

    /** Flag: this is a fragment and not the last one. */
    public static final int MORE_FRAGMENTS = 0x2000;

    private static final int VERSION_IHL = 0;
    private static final int TOS = VERSION_IHL + Byte.BYTES;
    private static final int TOTAL_LENGTH = TOS + Byte.BYTES;
    private static final int IDENTIFICATION = TOTAL_LENGTH + Short.BYTES;
    private static final int FLAGS = IDENTIFICATION + Short.BYTES;
    private static final int TIME_TO_LIVE = FLAGS + Short.BYTES;
    private static final int PROTOCOL = TIME_TO_LIVE + Byte.BYTES;
    private static final int CHECKSUM = PROTOCOL + Byte.BYTES;
    private static final int SOURCE = CHECKSUM + Short.BYTES;
    private static final int DESTINATION = SOURCE + Integer.BYTES;

    /** Length in bytes of a header without options. */
    public static final int LENGTH = DESTINATION + Integer.BYTES;

    private static final int FLAGS_MASK = 0xe000;

    private Ipv4() {}

    public static int version(ByteBuffer b, int at) {
        return (b.get(at + VERSION_IHL) >> 4) & 0xf;
    }

    /** Returns the header's length in bytes, options included; less than 20 in a damaged one. */
    public static int headerLength(ByteBuffer b, int at) {
        return (b.get(at + VERSION_IHL) & 0xf) * Integer.BYTES;
    }

    /** Returns DSCP and ECN, 0 to 255. */
    public static int tos(ByteBuffer b, int at) {
        return b.get(at + TOS) & 0xff;
    }

    /** Writes DSCP and ECN; the checksum is the caller's to set. */
    public static void setTos(ByteBuffer b, int at, int tos) {
        b.put(at + TOS, (byte) tos);
    }

    public static int dscp(ByteBuffer b, int at) {
        return tos(b, at) >> 2;
    }

    /** Returns the congestion bits: 0 not capable, 1 and 2 capable, 3 congestion experienced. */
    public static int ecn(ByteBuffer b, int at) {
        return tos(b, at) & 3;
    }

    /** Returns the bytes of header and what follows it. */
    public static int totalLength(ByteBuffer b, int at) {
        return b.getShort(at + TOTAL_LENGTH) & 0xffff;
    }

    public static int identification(ByteBuffer b, int at) {
        return b.getShort(at + IDENTIFICATION) & 0xffff;
    }

    /** Returns the three flag bits in their place, among them {@link #DONT_FRAGMENT}. */
    public static int flags(ByteBuffer b, int at) {
        return b.getShort(at + FLAGS) & FLAGS_MASK;
    }

    /** Returns the fragment's offset in bytes. */
    public static int fragmentOffset(ByteBuffer b, int at) {
        return (b.getShort(at + FLAGS) & ~FLAGS_MASK) * Long.BYTES;
    }

    public static int timeToLive(ByteBuffer b, int at) {
        return b.get(at + TIME_TO_LIVE) & 0xff;
    }

    public static int protocol(ByteBuffer b, int at) {
        return b.get(at + PROTOCOL) & 0xff;
    }

    public static int checksum(ByteBuffer b, int at) {
        return b.getShort(at + CHECKSUM) & 0xffff;
    }

    public static int source(ByteBuffer b, int at) {
        return b.getInt(at + SOURCE);
    }

    public static int destination(ByteBuffer b, int at) {
        return b.getInt(at + DESTINATION);
    }

    /** Writes the length of header and what follows it; the checksum stays as it is. */
    public static void setTotalLength(ByteBuffer b, int at, int totalLength) {
        b.putShort(at + TOTAL_LENGTH, (short) totalLength);
    }

    /** Writes the identification; the checksum stays as it is. */
    public static void setIdentification(ByteBuffer b, int at, int identification) {
        b.putShort(at + IDENTIFICATION, (short) identification);
    }

    /** Writes the checksum that the rest of the header calls for, options included. */
    public static void setChecksum(ByteBuffer b, int at) {
        b.putShort(at + CHECKSUM, (short) computeChecksum(b, at));
    }

    /** Sets what routers may change to ones, as the ICRC sees it. */
    public static void maskVariantFields(ByteBuffer b, int at) {
        b.put(at + TOS, (byte) -1);
        b.put(at + TIME_TO_LIVE, (byte) -1);
        b.putShort(at + CHECKSUM, (short) -1);
    }

    /** Returns the checksum that the header ought to have, options included. */
    public static int computeChecksum(ByteBuffer b, int at) {
        long sum = InternetChecksum.add(0, b, at, CHECKSUM);
        int rest = headerLength(b, at) - SOURCE;
        return InternetChecksum.finish(InternetChecksum.add(sum, b, at + SOURCE, rest));
    }

    /**
     * Writes an unfragmented header without options, and its checksum. Values too wide lose their
     * high bits.
     *
     * @param flags {@link #DONT_FRAGMENT} or 0
     */
    public static void write(
            ByteBuffer b,
            int at,
            int tos,
            int totalLength,
            int identification,
            int flags,
            int timeToLive,
            int protocol,
            int source,
            int destination) {
        b.put(at + VERSION_IHL, (byte) ((VERSION << 4) | (LENGTH / Integer.BYTES)));
        b.put(at + TOS, (byte) tos);
        b.putShort(at + TOTAL_LENGTH, (short) totalLength);
        b.putShort(at + IDENTIFICATION, (short) identification);
        b.putShort(at + FLAGS, (short) (flags & FLAGS_MASK));
        b.put(at + TIME_TO_LIVE, (byte) timeToLive);
        b.put(at + PROTOCOL, (byte) protocol);
        b.putInt(at + SOURCE, source);
        b.putInt(at + DESTINATION, destination);
        setChecksum(b, at);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return ("IPv4{ver=%d hlen=%d tos=0x%02x len=%d id=%d flags=0x%04x frag=%d ttl=%d proto=%d"
                        + " csum=0x%04x src=%s dst=%s}")
                .formatted(
                        version(b, at),
                        headerLength(b, at),
                        tos(b, at),
                        totalLength(b, at),
                        identification(b, at),
                        flags(b, at),
                        fragmentOffset(b, at),
                        timeToLive(b, at),
                        protocol(b, at),
                        checksum(b, at),
                        address(source(b, at)),
                        address(destination(b, at)));
    }

    private static String address(int address) {
        return "%d.%d.%d.%d"
                .formatted(
                        address >>> 24,
                        (address >>> 16) & 0xff,
                        (address >>> 8) & 0xff,
                        address & 0xff);
    }
}
