package org.urdma4j.codec.ib;

import java.nio.ByteBuffer;

/**
 * Acknowledge extended transport header (IBTA volume 1, 9.3).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-----------------------------------------------+
 * |   syndrome    |            message sequence number            |
 * +---------------+-----------------------------------------------+
 * </pre>
 */
public final class Aeth {
    /** Length in bytes. */
    public static final int LENGTH = Integer.BYTES;

    /** Bits of a message sequence number, and the greatest one. */
    public static final int MSN_MASK = 0xff_ffff;

    private Aeth() {}

    /** Returns the syndrome, 0 to 255; {@link AethSyndrome} tells what it means. */
    public static int syndrome(ByteBuffer b, int at) {
        return b.get(at) & 0xff;
    }

    /** Returns how many request messages the responder has completed, modulo 2^24. */
    public static int msn(ByteBuffer b, int at) {
        return b.getInt(at) & MSN_MASK;
    }

    /** Writes the header; only the low 8 and 24 bits of the values count. */
    public static void write(ByteBuffer b, int at, int syndrome, int msn) {
        b.putInt(at, (syndrome << 24) | (msn & MSN_MASK));
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "AETH{%s msn=%d}".formatted(AethSyndrome.toString(syndrome(b, at)), msn(b, at));
    }
}
