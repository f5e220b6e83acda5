package org.urdma4j.codec.urdma;

import java.nio.ByteBuffer;

/**
 * Where a SEND packet's payload belongs: in which receive, and where in it. Takes the place that
 * the RETH has in a WRITE.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |              receive message sequence number (RMSN)           |
 * +---------------------------------------------------------------+
 * |                          byte offset                          |
 * +---------------------------------------------------------------+
 * |                 bytes to the end of the message               |
 * +---------------------------------------------------------------+
 * |                           reserved                            |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>The bytes to the end are those from this packet's first one on, so that a receiver that sees
 * any packet of a message knows the length of the whole.
 */
public final class SendPlacement {
    private static final int NUMBER = 0;
    private static final int OFFSET = NUMBER + Integer.BYTES;
    private static final int TO_END = OFFSET + Integer.BYTES;
    private static final int RESERVED = TO_END + Integer.BYTES;

    /** Length in bytes. */
    public static final int LENGTH = RESERVED + Integer.BYTES;

    private SendPlacement() {}

    /**
     * Returns the number of the message among those that consume a receive (SEND, WRITE with
     * immediate), from 0, modulo 2^32.
     */
    public static int rmsn(ByteBuffer b, int at) {
        return b.getInt(at + NUMBER);
    }

    /** Returns where in the message this packet's first byte belongs, 0 to 2^32 - 1. */
    public static long offset(ByteBuffer b, int at) {
        return Integer.toUnsignedLong(b.getInt(at + OFFSET));
    }

    /** Returns the bytes of the message from this packet's first one on, 0 to 2^32 - 1. */
    public static long toEnd(ByteBuffer b, int at) {
        return Integer.toUnsignedLong(b.getInt(at + TO_END));
    }

    /** Writes the header, the reserved word as zero; offset and rest are unsigned. */
    public static void write(ByteBuffer b, int at, int rmsn, int offset, int toEnd) {
        b.putInt(at + NUMBER, rmsn);
        b.putInt(at + OFFSET, offset);
        b.putInt(at + TO_END, toEnd);
        b.putInt(at + RESERVED, 0);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "SendPlacement{rmsn=%d offset=%d toEnd=%d}"
                .formatted(Integer.toUnsignedLong(rmsn(b, at)), offset(b, at), toEnd(b, at));
    }
}
