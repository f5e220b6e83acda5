package org.urdma4j.gateway.sent;

import java.util.Arrays;

/**
 * Numbers that need no look: blocks of which each one is noted, and none was sent before some time
 * or some MARK. Where nothing is held a STATUS comes with each packet behind a hole, and names a
 * whole window again.
 */
final class RecentBlocks {
    static final int LENGTH = 1 << 6;

    /** As many as one STATUS may have looked up. */
    private static final int COUNT = HoleFiller.MOST_LOOKED_UP / LENGTH;

    private static final long[] NOTHING = {};

    private long[] firsts = NOTHING;
    private long[] sinceNs = NOTHING;
    private int[] marks = {};
    private long seenFrom;
    private long seenTo;
    private long seenSinceNs;
    private int seenMark;

    /**
     * Returns whether a block begins here of which nothing can be lost yet.
     *
     * @param seen number of the newest MARK that has arrived at the other gateway
     * @param afterNs what was sent after that is on its way
     * @param markedAfterNs what was sent after that is if the MARK behind it has not arrived
     */
    boolean areOnTheirWay(long psn, int seen, long afterNs, long markedAfterNs) {
        int i = index(psn);
        if (i >= firsts.length || firsts[i] != psn) {
            return false;
        }
        boolean marked = marks[i] != 0 && seen - marks[i] < 0;
        return sinceNs[i] > (marked ? markedAfterNs : afterNs);
    }

    /** Begins a look at number after number. */
    void look() {
        seenTo = seenFrom;
    }

    /**
     * Takes note that this one number is noted, and when it was sent.
     *
     * @param mark number of the MARK behind it, 0 for none
     */
    void see(long psn, long sentNs, int mark) {
        if (psn % LENGTH == 0) {
            seenFrom = psn;
            seenTo = psn;
            seenSinceNs = sentNs;
            seenMark = mark;
        } else if (psn != seenTo || seenTo == seenFrom) {
            return;
        }
        seenTo++;
        seenSinceNs = Math.min(seenSinceNs, sentNs);
        if (mark == 0 || (seenMark != 0 && mark - seenMark < 0)) {
            seenMark = mark;
        }
        if (seenTo - seenFrom == LENGTH) {
            keep();
        }
    }

    private void keep() {
        if (firsts.length == 0) {
            firsts = new long[COUNT];
            sinceNs = new long[COUNT];
            marks = new int[COUNT];
            Arrays.fill(sinceNs, Long.MIN_VALUE);
        }
        int i = index(seenFrom);
        firsts[i] = seenFrom;
        sinceNs[i] = seenSinceNs;
        marks[i] = seenMark;
        seenTo = seenFrom;
    }

    /** Takes note that a number is noted no longer, or for another packet. */
    void drop(long psn) {
        int i = index(psn);
        if (i < firsts.length && firsts[i] == psn - Math.floorMod(psn, LENGTH)) {
            sinceNs[i] = Long.MIN_VALUE;
        }
    }

    void clear() {
        firsts = NOTHING;
        sinceNs = NOTHING;
    }

    private static int index(long psn) {
        return (int) Math.floorMod(Math.floorDiv(psn, LENGTH), (long) COUNT);
    }
}
