package org.urdma4j.codec.net;

import java.nio.ByteBuffer;

/**
 * Ethernet II header. Addresses are passed as numbers of 48 bits.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                      destination address                      |
 * |                               +-------------------------------+
 * |                               |                               |
 * +-------------------------------+         source address        |
 * |                                                               |
 * +-------------------------------+-------------------------------+
 * |           EtherType           |
 * +-------------------------------+
 * </pre>
 */
public final class Ethernet {
    private static final int ADDRESS_LENGTH = 6;
    private static final int DESTINATION = 0;
    private static final int SOURCE = DESTINATION + ADDRESS_LENGTH;

    /** Offset of the EtherType in the header. */
    public static final int ETHER_TYPE = SOURCE + ADDRESS_LENGTH;

    /** Length in bytes. */
    public static final int LENGTH = ETHER_TYPE + Short.BYTES;

    private static final long ADDRESS_MASK = 0xffff_ffff_ffffL;

    private Ethernet() {}

    // Both getters read eight bytes, which end within the header, and drop the last two.

    public static long destination(ByteBuffer b, int at) {
        return b.getLong(at + DESTINATION) >>> Short.SIZE;
    }

    public static long source(ByteBuffer b, int at) {
        return b.getLong(at + SOURCE) >>> Short.SIZE;
    }

    /** Returns the {@link EtherType}. */
    public static int etherType(ByteBuffer b, int at) {
        return b.getShort(at + ETHER_TYPE) & 0xffff;
    }

    public static void write(ByteBuffer b, int at, long destination, long source, int etherType) {
        b.putLong(
                at + DESTINATION,
                (destination << Short.SIZE) | ((source & ADDRESS_MASK) >>> Integer.SIZE));
        b.putInt(at + SOURCE + Short.BYTES, (int) source);
        b.putShort(at + ETHER_TYPE, (short) etherType);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "Ethernet{dst=%012x src=%012x type=0x%04x}"
                .formatted(destination(b, at), source(b, at), etherType(b, at));
    }
}
