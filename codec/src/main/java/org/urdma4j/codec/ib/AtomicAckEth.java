package org.urdma4j.codec.ib;

import java.nio.ByteBuffer;

/**
 * Atomic acknowledge extended transport header: what stood at the address before the operation
 * (IBTA volume 1, 9.3).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                     original remote data                      |
 * |                                                               |
 * +---------------------------------------------------------------+
 * </pre>
 */
public final class AtomicAckEth {
    /** Length in bytes. */
    public static final int LENGTH = Long.BYTES;

    private AtomicAckEth() {}

    public static long originalData(ByteBuffer b, int at) {
        return b.getLong(at);
    }

    public static void write(ByteBuffer b, int at, long originalData) {
        b.putLong(at, originalData);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "AtomicAckETH{original=0x%x}".formatted(originalData(b, at));
    }
}
