package org.urdma4j.codec.urdma;

import java.nio.ByteBuffer;

/**
 * Which path a data or repair packet took, and its number on it, in queue pairs that have agreed on
 * several paths. Behind Tr (in repair packets behind T1), before the FEC word; forward error
 * correction doesn't code it, as a packet that is sent again has another.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-----------------------------------------------+
 * |     path      |                      PPN                      |
 * +---------------+-----------------------------------------------+
 * </pre>
 */
public final class PathWord {
    /** Length in bytes. */
    public static final int LENGTH = Integer.BYTES;

    /** Most paths of one direction: their numbers are less. */
    public static final int MAX_PATHS = 256;

    private static final int PPN_BITS = 24;

    private PathWord() {}

    /** Returns the number of the path, 0 to 255, the sender's choice. */
    public static int path(ByteBuffer b, int at) {
        return b.get(at) & 0xff;
    }

    /** Returns the low 24 bits of the packet's number on its path. */
    public static int ppn(ByteBuffer b, int at) {
        return b.getInt(at) & ((1 << PPN_BITS) - 1);
    }

    /** Writes the word; of the packet's number the low 24 bits count. */
    public static void write(ByteBuffer b, int at, int path, long ppn) {
        b.putInt(at, (path << PPN_BITS) | ((int) ppn & ((1 << PPN_BITS) - 1)));
    }
}
