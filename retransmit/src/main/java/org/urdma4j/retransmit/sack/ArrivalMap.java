package org.urdma4j.retransmit.sack;

/**
 * Which packets arrived: one bit for each, in a ring of words. Outside the stretch that the owner
 * holds in it, all bits are clear. Searches go a word at a time.
 */
final class ArrivalMap {
    private static final int SMALLEST = 1024;

    private final RingSize size = new RingSize(SMALLEST);
    private long[] words = new long[SMALLEST / Long.SIZE];

    /** Makes room for {@code [from, to)}, of which {@code [from, heldTo)} is held now. */
    void reserve(long from, long heldTo, long to) {
        if (size.grow(to - from)) {
            resize(from, heldTo);
        }
    }

    /** {@code [previous, from)} was released and cleared; {@code [from, to)} is still held. */
    void onReleased(long previous, long from, long to) {
        if (size.shrink(from - previous, to - from)) {
            resize(from, to);
        }
    }

    /** Makes the map as small as {@code [from, to)} allows. */
    void trim(long from, long to) {
        if (size.trim(to - from)) {
            resize(from, to);
        }
    }

    /** Returns the packets there is room for. */
    int capacity() {
        return words.length * Long.SIZE;
    }

    boolean get(long psn) {
        return (words[index(psn)] & bit(psn)) != 0;
    }

    void set(long psn) {
        words[index(psn)] |= bit(psn);
    }

    /** Sets {@code [from, to)}. */
    void set(long from, long to) {
        long psn = from;
        while (psn < to) {
            long end = Math.min((psn | 63) + 1, to);
            words[index(psn)] |= stretch(psn, end);
            psn = end;
        }
    }

    /** Clears {@code [from, to)}. */
    void clear(long from, long to) {
        long psn = from;
        while (psn < to) {
            long end = Math.min((psn | 63) + 1, to);
            words[index(psn)] &= ~stretch(psn, end);
            psn = end;
        }
    }

    /** Returns the first packet of {@code [from, to)} that has not arrived, or {@code to}. */
    long nextMissing(long from, long to) {
        return search(from, to, -1L);
    }

    /** Returns the first packet of {@code [from, to)} that has arrived, or {@code to}. */
    long nextArrived(long from, long to) {
        return search(from, to, 0L);
    }

    private long search(long from, long to, long flip) {
        long psn = from;
        while (psn < to) {
            long found = (words[index(psn)] ^ flip) >>> (psn & 63);
            if (found != 0) {
                return Math.min(psn + Long.numberOfTrailingZeros(found), to);
            }
            psn = (psn | 63) + 1;
        }
        return to;
    }

    private void resize(long from, long to) {
        long[] old = words;
        words = new long[size.size() / Long.SIZE];
        int oldMask = old.length - 1;
        long psn = from;
        while (psn < to) {
            long end = Math.min((psn | 63) + 1, to);
            words[index(psn)] |= old[(int) (psn >>> 6) & oldMask] & stretch(psn, end);
            psn = end;
        }
    }

    private int index(long psn) {
        return (int) (psn >>> 6) & (words.length - 1);
    }

    private static long bit(long psn) {
        return 1L << (psn & 63);
    }

    /** The bits of {@code [from, to)}, which lie in one word and are at least one. */
    private static long stretch(long from, long to) {
        return (-1L >>> (64 - (to - from))) << (from & 63);
    }
}
