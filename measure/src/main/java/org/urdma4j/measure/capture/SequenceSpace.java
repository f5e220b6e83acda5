package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.Psn;

import java.util.Arrays;

/**
 * Which sequence numbers of one space of one direction have been seen. Remembers the last 65,536;
 * what is older counts as seen. Numbers that jump further ahead than that begin anew.
 */
final class SequenceSpace {
    static final long ANY = Long.MAX_VALUE;

    private static final int WINDOW = 1 << 16;
    private static final int MASK = WINDOW - 1;

    /** What a number is. */
    enum Arrival {
        /** The next, or one further ahead. */
        NEW,
        /** One that was passed over. */
        LATE,
        /** One that was here before. */
        AGAIN
    }

    private boolean begun;
    private long next;

    /** A bit for each number of the window, set if it was seen; null while none was passed over. */
    private long[] seen;

    private long holes;
    private long passed;

    /**
     * Takes a packet's number.
     *
     * @param allowed how many numbers may be passed over before it without being missed
     */
    Arrival take(int psn, long allowed) {
        if (!begun) {
            begun = true;
            next = Psn.SPACE + psn + 1L;
            return Arrival.NEW;
        }
        long number = Psn.unwrap(next, psn);
        if (number < next) {
            return old(number);
        }
        long gap = number - next;
        if (gap > WINDOW) {
            seen = null;
        } else if (gap > allowed) {
            passOver(gap);
        } else {
            mark(next, gap);
        }
        mark(number, 1);
        next = number + 1;
        return Arrival.NEW;
    }

    private Arrival old(long number) {
        if (seen == null || next - number > WINDOW || isSeen(number)) {
            return Arrival.AGAIN;
        }
        mark(number, 1);
        holes--;
        return Arrival.LATE;
    }

    private void passOver(long gap) {
        if (seen == null) {
            seen = new long[WINDOW / Long.SIZE];
            Arrays.fill(seen, -1);
        }
        for (long number = next; number < next + gap; number++) {
            int bit = (int) number & MASK;
            seen[bit / Long.SIZE] &= ~(1L << bit);
        }
        holes += gap;
        passed += gap;
    }

    private void mark(long from, long count) {
        if (seen != null) {
            for (long number = from; number < from + count; number++) {
                int bit = (int) number & MASK;
                seen[bit / Long.SIZE] |= 1L << bit;
            }
        }
    }

    private boolean isSeen(long number) {
        int bit = (int) number & MASK;
        return (seen[bit / Long.SIZE] & (1L << bit)) != 0;
    }

    /** Returns numbers that were passed over and haven't come since. */
    long holes() {
        return holes;
    }

    /** Returns numbers that were passed over, come since or not. */
    long passed() {
        return passed;
    }
}
