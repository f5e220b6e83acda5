package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.Psn;

/**
 * Which sequence numbers of one space of one direction have been seen. Remembers the last 65,536,
 * as far as the budget goes; what is older counts as seen. Numbers that jump further ahead than
 * that begin anew.
 */
final class SequenceSpace {
    /** As many numbers as there are may be passed over. */
    static final long ANY = Long.MAX_VALUE;

    /** Nobody knows how many may be passed over: the packet that says so is cut short. */
    static final long UNKNOWN = -1;

    private static final int WINDOW = 1 << 16;

    /** What a number is. */
    enum Arrival {
        /** The next, or one further ahead. */
        NEW,
        /** One that was passed over. */
        LATE,
        /** One that was here before. */
        AGAIN
    }

    private final MemoryBudget budget;
    private boolean begun;
    private long next;
    private HoleList missing;
    private long holes;
    private long passed;
    private boolean passedUnknown;
    private boolean arrivalsUnknown;

    SequenceSpace(MemoryBudget budget) {
        this.budget = budget;
    }

    /**
     * Takes a packet's number.
     *
     * @param allowed how many numbers may be passed over before it without being missed, or {@link
     *     #UNKNOWN}
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
        if (gap > 0 && allowed == UNKNOWN) {
            passedUnknown = true;
        } else if (gap > WINDOW) {
            missing = null;
        } else if (gap > allowed) {
            passOver(gap);
        }
        next = number + 1;
        if (missing != null) {
            missing.forgetBelow(next - WINDOW);
        }
        return Arrival.NEW;
    }

    private Arrival old(long number) {
        arrivalsUnknown |= passedUnknown;
        if (missing == null || next - number > WINDOW) {
            return Arrival.AGAIN;
        }
        if (number < missing.unknownBelow()) {
            arrivalsUnknown = true;
            passedUnknown = true;
        }
        if (!missing.remove(number)) {
            return Arrival.AGAIN;
        }
        holes--;
        return Arrival.LATE;
    }

    private void passOver(long gap) {
        if (missing == null) {
            missing = new HoleList(budget);
        }
        missing.add(next, next + gap - 1);
        holes += gap;
        passed += gap;
    }

    /** Returns numbers that were passed over and haven't come since. */
    long holes() {
        return holes;
    }

    /** Returns numbers that were passed over, come since or not. */
    long passed() {
        return passed;
    }

    /** Tells whether nobody knows how many numbers were missing. */
    boolean passedUnknown() {
        return passedUnknown;
    }

    /** Tells whether some {@link Arrival} was said without knowing it. */
    boolean arrivalsUnknown() {
        return arrivalsUnknown;
    }
}
