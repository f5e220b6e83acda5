package org.urdma4j.codec.ib;

import java.nio.ByteBuffer;

/**
 * What follows the BTH in a congestion notification packet: 16 reserved bytes (IBTA annex A17,
 * RoCEv2 congestion management). The BTH has opcode 0x81, BECN set, sequence number zero, and names
 * the queue pair that is to slow down.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                                                               |
 * |                       reserved, all zero                      |
 * |                                                               |
 * |                                                               |
 * +---------------------------------------------------------------+
 * </pre>
 */
public final class Cnp {
    private static final int FIRST = 0;
    private static final int SECOND = FIRST + Long.BYTES;

    /** Length in bytes. */
    public static final int LENGTH = SECOND + Long.BYTES;

    private Cnp() {}

    /** Tells whether all reserved bytes are zero, as they are sent. */
    public static boolean isZero(ByteBuffer b, int at) {
        return (b.getLong(at + FIRST) | b.getLong(at + SECOND)) == 0;
    }

    /** Writes the reserved bytes. */
    public static void write(ByteBuffer b, int at) {
        b.putLong(at + FIRST, 0);
        b.putLong(at + SECOND, 0);
    }

    /** Returns the field in words. */
    public static String toString(ByteBuffer b, int at) {
        return isZero(b, at) ? "CNP{}" : "CNP{reserved bytes not zero}";
    }
}
