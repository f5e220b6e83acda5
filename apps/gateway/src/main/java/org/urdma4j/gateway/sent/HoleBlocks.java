package org.urdma4j.gateway.sent;

import java.util.Arrays;

/**
 * Numbers in holes that need no look: blocks of which each is noted and all are on their way, or
 * all are gone. Where nothing is held a STATUS comes with each packet behind a hole, and names a
 * whole window again.
 */
final class HoleBlocks {
    /** What is known of a block. */
    enum State {
        /** Each of its numbers has to be looked at. */
        UNKNOWN,
        /** None of it can be lost yet. */
        ON_THEIR_WAY,
        /** All of it is lost and can't be sent again from here. */
        GONE
    }

    static final int LENGTH = 1 << 6;

    /** As many as one STATUS may have looked up. */
    private static final int COUNT = HoleFiller.MOST_LOOKED_UP / LENGTH;

    private static final long[] NOTHING = {};
    private static final State[] NO_STATES = {};
    private static final int[] NO_MARKS = {};

    private long[] firsts = NOTHING;
    private State[] states = NO_STATES;

    /** When the first of what is on its way was sent, or the last of what is gone. */
    private long[] sentNs = NOTHING;

    /** The oldest MARK behind what is on its way, or the newest behind what is gone; 0 for none. */
    private int[] marks = NO_MARKS;

    private State seenState = State.UNKNOWN;
    private long seenFrom;
    private long seenTo;
    private long seenSentNs;
    private int seenMark;

    /**
     * Returns what is known of the block that begins with a number.
     *
     * @param seen number of the newest MARK that has arrived at the other gateway
     */
    State at(long psn, int seen, long nowNs, long rttNs) {
        int i = index(psn);
        if (i >= firsts.length || firsts[i] != psn || states[i] == State.UNKNOWN) {
            return State.UNKNOWN;
        }
        boolean gone = states[i] == State.GONE;
        return gone == isLost(sentNs[i], marks[i], seen, nowNs, rttNs) ? states[i] : State.UNKNOWN;
    }

    /**
     * Returns whether what is in a hole isn't merely on its way.
     *
     * @param mark number of the MARK behind it, 0 for none
     */
    static boolean isLost(long sentNs, int mark, int seen, long nowNs, long rttNs) {
        boolean mayBeOnItsWay = mark != 0 && seen - mark < 0;
        return nowNs - sentNs >= (mayBeOnItsWay ? 2 * rttNs : rttNs);
    }

    /** Begins a look at number after number. */
    void look() {
        seenTo = seenFrom;
    }

    /** Takes note of a number that is noted alone, and was sent at a time before a MARK. */
    void see(long psn, State state, long ns, int mark) {
        if (psn % LENGTH == 0) {
            seenState = state;
            seenFrom = psn;
            seenSentNs = ns;
            seenMark = mark;
        } else if (psn != seenTo || seenTo == seenFrom || state != seenState) {
            seenTo = seenFrom;
            return;
        } else if (state == State.GONE) {
            seenSentNs = Math.max(seenSentNs, ns);
            seenMark = seenMark == 0 || (mark != 0 && mark - seenMark > 0) ? mark : seenMark;
        } else {
            seenSentNs = Math.min(seenSentNs, ns);
            seenMark = mark == 0 || (seenMark != 0 && mark - seenMark < 0) ? mark : seenMark;
        }
        seenTo = psn + 1;
        if (seenTo - seenFrom == LENGTH) {
            keep();
        }
    }

    private void keep() {
        if (firsts.length == 0) {
            firsts = new long[COUNT];
            states = new State[COUNT];
            Arrays.fill(states, State.UNKNOWN);
            sentNs = new long[COUNT];
            marks = new int[COUNT];
        }
        int i = index(seenFrom);
        firsts[i] = seenFrom;
        states[i] = seenState;
        sentNs[i] = seenSentNs;
        marks[i] = seenMark;
        seenTo = seenFrom;
    }

    /** Takes note that a number is noted no longer, or for another packet. */
    void drop(long psn) {
        int i = index(psn);
        if (i < firsts.length && firsts[i] == psn - Math.floorMod(psn, LENGTH)) {
            states[i] = State.UNKNOWN;
        }
    }

    /** Takes note that a number was sent again, which may have been gone. */
    void sentAgain(long psn) {
        int i = index(psn);
        if (i < firsts.length && states[i] == State.GONE) {
            drop(psn);
        }
    }

    void clear() {
        firsts = NOTHING;
        states = NO_STATES;
        sentNs = NOTHING;
        marks = NO_MARKS;
    }

    private static int index(long psn) {
        return (int) Math.floorMod(Math.floorDiv(psn, LENGTH), (long) COUNT);
    }
}
