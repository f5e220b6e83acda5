package org.urdma4j.codec.urdma;

import java.nio.ByteBuffer;

/**
 * Which part of a data packet a piece has, where that packet was too long for its path and is sent
 * again in pieces under its number. It stands before the payload; the headers before it are those
 * of the whole packet.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+-------------------------------+
 * |   where in the payload, bytes |   payload of the whole packet |
 * +-------------------------------+-------------------------------+
 * </pre>
 */
public final class PieceWord {
    /** Length in bytes. */
    public static final int LENGTH = Integer.BYTES;

    /** Every piece begins at a multiple of so many bytes, and all but the last have a multiple. */
    public static final int UNIT = 256;

    /** The most payload that a packet in pieces may have, in bytes. */
    public static final int MOST = UNIT * Long.SIZE;

    private static final int WHOLE = Short.BYTES;

    private PieceWord() {}

    /** Returns where in the packet's payload the piece begins, in bytes. */
    public static int at(ByteBuffer b, int offset) {
        return b.getShort(offset) & 0xffff;
    }

    /** Returns the bytes of payload that the whole packet has. */
    public static int whole(ByteBuffer b, int offset) {
        return b.getShort(offset + WHOLE) & 0xffff;
    }

    /** Writes the word. */
    public static void write(ByteBuffer b, int offset, int at, int whole) {
        b.putInt(offset, at << Short.SIZE | whole);
    }

    /** Tells whether a piece of so many bytes may say this. */
    static boolean isSound(ByteBuffer b, int offset, int bytes) {
        int at = at(b, offset);
        int whole = whole(b, offset);
        int end = at + bytes;
        return bytes > 0
                && at % UNIT == 0
                && end <= whole
                && whole <= MOST
                && (end == whole || bytes % UNIT == 0);
    }
}
