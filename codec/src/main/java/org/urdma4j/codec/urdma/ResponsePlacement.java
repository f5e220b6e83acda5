package org.urdma4j.codec.urdma;

import java.nio.ByteBuffer;

/**
 * Where the payload of a READ response belongs, and which request an atomic acknowledge answers. It
 * names the requester's own number, never its key or address.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                         request number                        |
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
public final class ResponsePlacement {
    private static final int NUMBER = 0;
    private static final int OFFSET = NUMBER + Integer.BYTES;
    private static final int TO_END = OFFSET + Integer.BYTES;
    private static final int RESERVED = TO_END + Integer.BYTES;

    /** Length in bytes. */
    public static final int LENGTH = RESERVED + Integer.BYTES;

    private ResponsePlacement() {}

    /**
     * Returns the request's number among the requester's READ and atomic requests, from 0, modulo
     * 2^32.
     */
    public static int request(ByteBuffer b, int at) {
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
    public static void write(ByteBuffer b, int at, int request, int offset, int toEnd) {
        b.putInt(at + NUMBER, request);
        b.putInt(at + OFFSET, offset);
        b.putInt(at + TO_END, toEnd);
        b.putInt(at + RESERVED, 0);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "AnswerPlacement{request=%d offset=%d toEnd=%d}"
                .formatted(Integer.toUnsignedLong(request(b, at)), offset(b, at), toEnd(b, at));
    }
}
