package org.urdma4j.retransmit.sack;

/**
 * Lets no single packet move the highest sequence number far. One from beyond what was expected
 * next is dropped, unless the one before that was dropped for this lies close to it: after so many
 * packets lost in a row an honest sender goes on from there, and one packet more is sent again.
 */
final class JumpGuard {
    /** Packets that may be lost in a row without another. */
    static final int NEAR = 64;

    private static final long NONE = Long.MIN_VALUE;

    private long doubted = NONE;

    void start() {
        doubted = NONE;
    }

    /** Returns whether no more than {@link #NEAR} packets seem to be lost before this one. */
    static boolean isNear(long psn, long highest) {
        return psn - highest < NEAR;
    }

    /** Takes a packet; returns whether it may be entered. */
    boolean admits(long psn, long highest) {
        if (isNear(psn, highest)) {
            return true;
        }
        if (doubted != NONE && Math.abs(psn - doubted) <= NEAR) {
            doubted = NONE;
            return true;
        }
        doubted = psn;
        return false;
    }
}
