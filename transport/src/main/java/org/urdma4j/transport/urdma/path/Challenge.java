package org.urdma4j.transport.urdma.path;

/**
 * Questions whether the peer is at the other end of a path, one at a time (RFC 9000, 8.2): each has
 * a number that a stranger can't guess.
 */
final class Challenge {
    private static final long NEVER = Long.MAX_VALUE;

    private long nonce;
    private long sentNs;
    private long dueNs = NEVER;
    private int unanswered;
    private int answered;
    private boolean asked;
    private long rttNs;

    /** The next is to be sent at {@code whenNs}, unless one is due before. */
    void askAt(long whenNs) {
        dueNs = Math.min(dueNs, whenNs);
    }

    /** Nothing is to be asked any more. */
    void cancel() {
        dueNs = NEVER;
        asked = false;
        unanswered = 0;
        answered = 0;
    }

    /** Returns when the next is to be sent, {@link Long#MAX_VALUE} for never. */
    long dueNs() {
        return dueNs;
    }

    /**
     * One leaves.
     *
     * @param nextNs when the next is to leave if this isn't answered
     */
    void sent(long number, long nowNs, long nextNs) {
        if (asked) {
            unanswered++;
            answered = 0;
        }
        asked = true;
        nonce = number;
        sentNs = nowNs;
        dueNs = nextNs;
    }

    /** An answer came; returns whether it is to the last one that was sent. */
    boolean answer(long number, long nowNs) {
        if (!asked || number != nonce) {
            return false;
        }
        asked = false;
        rttNs = nowNs - sentNs;
        unanswered = 0;
        answered++;
        dueNs = NEVER;
        return true;
    }

    /** Returns how many in a row were not answered before the last was sent. */
    int unanswered() {
        return unanswered;
    }

    /** Returns how many in a row were answered. */
    int answered() {
        return answered;
    }

    /** Returns whether one is on its way. */
    boolean isOpen() {
        return asked;
    }

    /** Returns the round trip of the last that was answered, 0 before there was one. */
    long rttNs() {
        return rttNs;
    }
}
