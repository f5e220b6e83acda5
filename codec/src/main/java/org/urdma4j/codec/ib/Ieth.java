package org.urdma4j.codec.ib;

import java.nio.ByteBuffer;

/**
 * Invalidate extended transport header: the key that a SEND with invalidate takes out of use (IBTA
 * volume 1, 9.3).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                             R_Key                             |
 * +---------------------------------------------------------------+
 * </pre>
 */
public final class Ieth {
    /** Length in bytes. */
    public static final int LENGTH = Integer.BYTES;

    private Ieth() {}

    public static int rKey(ByteBuffer b, int at) {
        return b.getInt(at);
    }

    public static void write(ByteBuffer b, int at, int rKey) {
        b.putInt(at, rKey);
    }

    /** Returns the field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "IETH{rkey=0x%08x}".formatted(rKey(b, at));
    }
}
