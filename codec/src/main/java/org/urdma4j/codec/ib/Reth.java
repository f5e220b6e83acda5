package org.urdma4j.codec.ib;

import java.nio.ByteBuffer;

/**
 * RDMA extended transport header: which remote memory a READ or WRITE is about (IBTA volume 1,
 * 9.3).
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
 * |                          DMA length                           |
 * +---------------------------------------------------------------+
 * </pre>
 */
public final class Reth {
    private static final int VIRTUAL_ADDRESS = 0;
    private static final int R_KEY = VIRTUAL_ADDRESS + Long.BYTES;
    private static final int DMA_LENGTH = R_KEY + Integer.BYTES;

    /** Length in bytes. */
    public static final int LENGTH = DMA_LENGTH + Integer.BYTES;

    private Reth() {}

    /** Returns the address of the message's first byte at the responder, unsigned. */
    public static long virtualAddress(ByteBuffer b, int at) {
        return b.getLong(at + VIRTUAL_ADDRESS);
    }

    public static int rKey(ByteBuffer b, int at) {
        return b.getInt(at + R_KEY);
    }

    /** Returns the bytes of the whole message, 0 to 2^31 in a valid packet; at most 2^32 - 1. */
    public static long dmaLength(ByteBuffer b, int at) {
        return Integer.toUnsignedLong(b.getInt(at + DMA_LENGTH));
    }

    /** Writes the header; {@code dmaLength} loses what doesn't fit 32 bits. */
    public static void write(ByteBuffer b, int at, long virtualAddress, int rKey, long dmaLength) {
        b.putLong(at + VIRTUAL_ADDRESS, virtualAddress);
        b.putInt(at + R_KEY, rKey);
        b.putInt(at + DMA_LENGTH, (int) dmaLength);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "RETH{va=0x%016x rkey=0x%08x len=%d}"
                .formatted(virtualAddress(b, at), rKey(b, at), dmaLength(b, at));
    }
}
