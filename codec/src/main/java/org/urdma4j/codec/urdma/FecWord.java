package org.urdma4j.codec.urdma;

import java.nio.ByteBuffer;

/**
 * Which group of forward error correction a data packet belongs to. It announces the group's shape
 * with its first member that arrives; which packet is the group's first follows from the PSN.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+---------------+---------------+
 * |        index in group         |       r       |    scheme     |
 * +-------------------------------+---------------+---------------+
 * </pre>
 */
public final class FecWord {
    /** Length in bytes. */
    public static final int LENGTH = Integer.BYTES;

    /** Scheme: the packet is in no group; the whole word is 0. All retransmissions have it. */
    public static final int NONE = 0;

    /** Scheme: member {@code i} belongs to repair packet {@code i mod r}. */
    public static final int INTERLEAVED = 1;

    /** Scheme: repair packets over rows and over columns. */
    public static final int TWO_DIMENSIONAL = 2;

    private FecWord() {}

    /** Returns the packet's place in its group, 0 to 65535. */
    public static int index(ByteBuffer b, int at) {
        return b.getShort(at) & 0xffff;
    }

    /** Returns how many repair packets the group has, 0 to 255. */
    public static int r(ByteBuffer b, int at) {
        return b.get(at + 2) & 0xff;
    }

    /** Returns a scheme of this class; a receiver takes those it doesn't know for {@link #NONE}. */
    public static int scheme(ByteBuffer b, int at) {
        return b.get(at + 3) & 0xff;
    }

    public static void write(ByteBuffer b, int at, int index, int r, int scheme) {
        b.putInt(at, (index << 16) | ((r & 0xff) << 8) | (scheme & 0xff));
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "FEC{index=%d r=%d scheme=%d}".formatted(index(b, at), r(b, at), scheme(b, at));
    }
}
