package org.urdma4j.codec.ib;

import java.nio.ByteBuffer;

/**
 * Atomic extended transport header of COMPARE_SWAP and FETCH_ADD (IBTA volume 1, 9.3).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                        virtual address                        |
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                             R_Key                             |
 * +---------------------------------------------------------------+
 * |                       swap or add value                       |
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                         compare value                         |
 * |                                                               |
 * +---------------------------------------------------------------+
 * </pre>
 */
public final class AtomicEth {
    private static final int VIRTUAL_ADDRESS = 0;
    private static final int R_KEY = VIRTUAL_ADDRESS + Long.BYTES;
    private static final int SWAP_ADD = R_KEY + Integer.BYTES;
    private static final int COMPARE = SWAP_ADD + Long.BYTES;

    /** Length in bytes. */
    public static final int LENGTH = COMPARE + Long.BYTES;

    private AtomicEth() {}

    /** Returns the address of the eight bytes at the responder, unsigned. */
    public static long virtualAddress(ByteBuffer b, int at) {
        return b.getLong(at + VIRTUAL_ADDRESS);
    }

    public static int rKey(ByteBuffer b, int at) {
        return b.getInt(at + R_KEY);
    }

    /** Returns the value to store (COMPARE_SWAP) or to add (FETCH_ADD). */
    public static long swapAdd(ByteBuffer b, int at) {
        return b.getLong(at + SWAP_ADD);
    }

    /** Returns the value that COMPARE_SWAP expects; zero in FETCH_ADD. */
    public static long compare(ByteBuffer b, int at) {
        return b.getLong(at + COMPARE);
    }

    public static void write(
            ByteBuffer b, int at, long virtualAddress, int rKey, long swapAdd, long compare) {
        b.putLong(at + VIRTUAL_ADDRESS, virtualAddress);
        b.putInt(at + R_KEY, rKey);
        b.putLong(at + SWAP_ADD, swapAdd);
        b.putLong(at + COMPARE, compare);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "AtomicETH{va=0x%016x rkey=0x%08x swapAdd=0x%x compare=0x%x}"
                .formatted(virtualAddress(b, at), rKey(b, at), swapAdd(b, at), compare(b, at));
    }
}
