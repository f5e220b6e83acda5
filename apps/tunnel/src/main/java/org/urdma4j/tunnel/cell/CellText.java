package org.urdma4j.tunnel.cell;

import java.nio.ByteBuffer;

/**
 * The text of a cell:
 *
 * <pre>
 * sequence number 32 | offset of the first length 16 | frames, each behind its length 16
 * </pre>
 *
 * The offset counts from behind itself. A question about an address, or the answer to one, has the
 * same length and is none of the stream's:
 *
 * <pre>
 * 0 32 | FFFE | kind 8 | 0 8 | number of the question 64 | zeros
 * </pre>
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

    /** Kind: asks whether the other end is where this goes to. */
    public static final int CHALLENGE = 1;

    /** Kind: answers that, with its number. */
    public static final int ANSWER = 2;

    /** In place of the offset: no part of the stream. */
    private static final int CONTROL = 0xfffe;

    private static final int OFFSET = 4;
    private static final int KIND = HEADER;
    private static final int NONCE = HEADER + 2;
    private static final int CONTROL_END = NONCE + Long.BYTES;
    private static final byte[] ZEROS = new byte[MOST];

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

    /**
     * Writes a question or an answer.
     *
     * @param b big-endian
     * @param length of the text, 16 or more
     * @param kind {@link #CHALLENGE} or {@link #ANSWER}
     */
    public static void writeControl(ByteBuffer b, int at, int length, int kind, long nonce) {
        writeHeader(b, at, 0, CONTROL);
        b.put(at + KIND, (byte) kind).put(at + KIND + 1, (byte) 0).putLong(at + NONCE, nonce);
        b.put(at + CONTROL_END, ZEROS, 0, length - CONTROL_END);
    }

    /** Returns whether a text is a question or an answer, which no reader is to be given. */
    public static boolean isControl(ByteBuffer b, int at, int length) {
        return length >= CONTROL_END && offset(b, at) == CONTROL;
    }

    /** Returns the kind of such a text, 0 to 255. */
    public static int kind(ByteBuffer b, int at) {
        return Byte.toUnsignedInt(b.get(at + KIND));
    }

    /** Returns the number of such a text's question. */
    public static long nonce(ByteBuffer b, int at) {
        return b.getLong(at + NONCE);
    }
}
