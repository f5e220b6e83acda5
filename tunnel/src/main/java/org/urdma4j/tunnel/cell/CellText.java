package org.urdma4j.tunnel.cell;

import java.nio.ByteBuffer;

/**
 * The text of a cell:
 *
 * <pre>
 * sequence number 32 | offset of the first length 16 | frames, each behind its length 16
 * </pre>
 *
 * The offset counts from behind itself.
 */
public final class CellText {
    /** Bytes before the frames. */
    public static final int HEADER = 6;

    /** The fewest bytes of a text. */
    public static final int LEAST = 12;

    /** The most bytes of a text; an offset always fits 16 bits. */
    public static final int MOST = 16_384;

    /** The longest frame; its length fits 16 bits. */
    public static final int LONGEST_FRAME = 0xffff;

    /** Bytes of a frame's length. */
    static final int LENGTH = 2;

    /** In place of the offset: no frame begins in this cell. */
    static final int NONE = 0xffff;

    private static final int OFFSET = 4;

    private CellText() {}

    static void writeHeader(ByteBuffer b, int at, int sequence, int offset) {
        b.putInt(at, sequence);
        b.putShort(at + OFFSET, (short) offset);
    }

    static int sequence(ByteBuffer b, int at) {
        return b.getInt(at);
    }

    static int offset(ByteBuffer b, int at) {
        return Short.toUnsignedInt(b.getShort(at + OFFSET));
    }
}
