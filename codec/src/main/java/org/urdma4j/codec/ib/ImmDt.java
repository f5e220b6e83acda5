package org.urdma4j.codec.ib;

import java.nio.ByteBuffer;

/**
 * Immediate data: four bytes that go with a message into the receiver's completion (IBTA volume 1,
 * 9.3). They are opaque; the two applications agree on a byte order.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                        immediate data                         |
 * +---------------------------------------------------------------+
 * </pre>
 */
public final class ImmDt {
    /** Length in bytes. */
    public static final int LENGTH = Integer.BYTES;

    private ImmDt() {}

    /** Returns the four bytes as a big-endian number. */
    public static int immediate(ByteBuffer b, int at) {
        return b.getInt(at);
    }

    public static void write(ByteBuffer b, int at, int immediate) {
        b.putInt(at, immediate);
    }

    /** Returns the field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "ImmDt{0x%08x}".formatted(immediate(b, at));
    }
}
