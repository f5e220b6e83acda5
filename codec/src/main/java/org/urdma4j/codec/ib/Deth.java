package org.urdma4j.codec.ib;

import java.nio.ByteBuffer;

/**
 * Datagram extended transport header of every UD packet (IBTA volume 1, 9.3).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                             Q_Key                             |
 * +---------------+-----------------------------------------------+
 * |   reserved    |               source queue pair               |
 * +---------------+-----------------------------------------------+
 * </pre>
 */
public final class Deth {
    private static final int Q_KEY = 0;
    private static final int SOURCE_QP = Q_KEY + Integer.BYTES;

    /** Length in bytes. */
    public static final int LENGTH = SOURCE_QP + Integer.BYTES;

    /** The key of queue pair 1, to which connection managers talk. */
    public static final int GSI_Q_KEY = 0x8001_0000;

    private Deth() {}

    public static int qKey(ByteBuffer b, int at) {
        return b.getInt(at + Q_KEY);
    }

    public static int srcQp(ByteBuffer b, int at) {
        return b.getInt(at + SOURCE_QP) & Bth.QPN_MASK;
    }

    /** Writes the header, the reserved byte as zero. */
    public static void write(ByteBuffer b, int at, int qKey, int srcQp) {
        b.putInt(at + Q_KEY, qKey);
        b.putInt(at + SOURCE_QP, srcQp & Bth.QPN_MASK);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "DETH{qkey=0x%08x srcQp=0x%06x}".formatted(qKey(b, at), srcQp(b, at));
    }
}
