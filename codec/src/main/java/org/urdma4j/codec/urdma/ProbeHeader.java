package org.urdma4j.codec.urdma;

import java.nio.ByteBuffer;

/**
 * Path probe: asks whether packets of a size get through (RFC 8899) or whether an address is that
 * of the peer; the answer repeats nonce and size. Zero bytes fill a path MTU probe up to its size,
 * and may fill a challenge, which then finds a path that drops only large packets; nothing is
 * behind an answer, so it is never longer than what asked for it.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-----------------------------------------------+
 * |     kind      |                   reserved                    |
 * +---------------+-----------------------------------------------+
 * |                             nonce                             |
 * |                                                               |
 * +---------------------------------------------------------------+
 * |   size, bytes from BTH to ICRC; 0: a challenge without fill   |
 * +---------------------------------------------------------------+
 * </pre>
 */
public final class ProbeHeader {
    /** Kind: does a packet of this size get through? */
    public static final int PATH_MTU = 0;

    /** Kind: it did. */
    public static final int PATH_MTU_ANSWER = 1;

    /** Kind: is this the peer's address? */
    public static final int CHALLENGE = 2;

    /** Kind: it is. */
    public static final int CHALLENGE_ANSWER = 3;

    /** Kind: is the peer here, or there? Asked of where it was and of where packets come from. */
    public static final int ADDRESS_CHALLENGE = 0x40;

    /** Kind: here. */
    public static final int ADDRESS_ANSWER = 0x41;

    private static final int KIND = 0;
    private static final int NONCE = KIND + Integer.BYTES;
    private static final int SIZE = NONCE + Long.BYTES;

    /** Length in bytes. */
    public static final int LENGTH = SIZE + Integer.BYTES;

    private ProbeHeader() {}

    /** Returns the kind, 0 to 255; one that isn't of this class is to be dropped. */
    public static int kind(ByteBuffer b, int at) {
        return b.get(at + KIND) & 0xff;
    }

    /** Returns the number, hard to guess, that tells an answer from a forged one. */
    public static long nonce(ByteBuffer b, int at) {
        return b.getLong(at + NONCE);
    }

    /**
     * Returns the bytes of the probe from BTH to ICRC, 0 to 2^32 - 1; 0 in a challenge without
     * fill.
     */
    public static long size(ByteBuffer b, int at) {
        return Integer.toUnsignedLong(b.getInt(at + SIZE));
    }

    /**
     * Returns the number of a question with the A bit, by which it proves to be the peer's: both
     * clocks, as in data.
     *
     * @param t1 the asker's clock
     * @param tr the delay from the one asked to the asker
     */
    public static long times(int t1, int tr) {
        return (long) t1 << Integer.SIZE | Integer.toUnsignedLong(tr);
    }

    /** Returns the asker's clock, of {@link #times}. */
    public static int t1(ByteBuffer b, int at) {
        return b.getInt(at + NONCE);
    }

    /** Returns the delay to the asker, of {@link #times}; 0 if the question has none. */
    public static int tr(ByteBuffer b, int at) {
        return b.getInt(at + NONCE + Integer.BYTES);
    }

    /** Writes the header without the fill. */
    public static void write(ByteBuffer b, int at, int kind, long nonce, int size) {
        b.putInt(at + KIND, kind << 24);
        b.putLong(at + NONCE, nonce);
        b.putInt(at + SIZE, size);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "Probe{kind=%d nonce=0x%016x size=%d}"
                .formatted(kind(b, at), nonce(b, at), size(b, at));
    }
}
