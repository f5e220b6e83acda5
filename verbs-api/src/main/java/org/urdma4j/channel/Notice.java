package org.urdma4j.channel;

/**
 * The immediate data of a WRITE into the peer's ring: its length, whether it is the first one into
 * the ring that the peer has named last, and whether a longer ring is wanted.
 */
final class Notice {
    private static final int LENGTH = 0x0fff_ffff;
    private static final int NEXT = 1 << 28;
    private static final int WANTS = 1 << 29;
    private static final int KNOWN = LENGTH | NEXT | WANTS;

    private Notice() {}

    static int of(int length, boolean next, boolean wants) {
        return length | (next ? NEXT : 0) | (wants ? WANTS : 0);
    }

    static int length(int notice) {
        return notice & LENGTH;
    }

    static boolean isNext(int notice) {
        return (notice & NEXT) != 0;
    }

    static boolean wants(int notice) {
        return (notice & WANTS) != 0;
    }

    /** Returns whether it has no bits but those, and says something. */
    static boolean isValid(int notice) {
        return (notice & ~KNOWN) == 0 && (notice & (LENGTH | NEXT)) != 0;
    }
}
