package org.urdma4j.codec.ib;

import java.nio.ByteBuffer;

/**
 * FLUSH extended transport header: how far, and over what range, written data is to be made visible
 * or persistent (IBTA volume 1, memory placement extensions).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------+---+-------+
 * |                     reserved                      |sel| place |
 * +---------------------------------------------------+---+-------+
 * </pre>
 *
 * place: placement type; sel: selectivity level.
 */
public final class Feth {
    /** Length in bytes. */
    public static final int LENGTH = Integer.BYTES;

    private Feth() {}

    /** Returns the placement type, 0 to 15. */
    public static int placement(ByteBuffer b, int at) {
        return b.getInt(at) & 0xf;
    }

    /** Returns the selectivity level, 0 to 3. */
    public static int selectivity(ByteBuffer b, int at) {
        return (b.getInt(at) >>> 4) & 3;
    }

    /** Writes the header, reserved bits as zero. */
    public static void write(ByteBuffer b, int at, int placement, int selectivity) {
        b.putInt(at, ((selectivity & 3) << 4) | (placement & 0xf));
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "FETH{placement=%d selectivity=%d}".formatted(placement(b, at), selectivity(b, at));
    }
}
