package org.urdma4j.transport.urdma.path;

/**
 * Questions whether the peer is at the other end of a path (RFC 9000, 8.2). Each has a number that
 * a stranger can't guess; as a path may be long, an answer to any of the last few counts.
 */
final class Challenge {
    private static final int IN_VAIN_AFTER = 3;
    private static final long NEVER = Long.MAX_VALUE;
    private static final int KEPT = 4;

    private final long[] nonces = new long[KEPT];
    private final long[] sentNs = new long[KEPT];
    private final int[] sizes = new int[KEPT];
    private int asked;
    private long dueNs = NEVER;
    private int unanswered;
    private int answered;
    private long rttNs;
    private long openNs = NEVER;

    /** The next is to be sent at {@code whenNs}, unless one is due before. */
    void askAt(long whenNs) {
        dueNs = Math.min(dueNs, whenNs);
    }

    /** Nothing is to be asked any more. */
    void cancel() {
        dueNs = NEVER;
        openNs = NEVER;
        asked = 0;
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
     * @param size its bytes
     * @param nextNs when the next is to leave if this isn't answered
     */
    void sent(long number, int size, long nowNs, long nextNs) {
        openNs = Math.min(openNs, nowNs);
        if (asked > 0) {
            unanswered++;
            answered = 0;
        }
        nonces[asked % KEPT] = number;
        sentNs[asked % KEPT] = nowNs;
        sizes[asked % KEPT] = size;
        asked++;
        dueNs = nextNs;
    }

    /** The next is to wait until then. */
    void postpone(long untilNs) {
        dueNs = untilNs;
    }

    /** An answer came; returns the bytes of which of the last it is to, 0 if to none. */
    int answer(long number, long nowNs) {
        for (int i = Math.max(0, asked - KEPT); i < asked; i++) {
            if (nonces[i % KEPT] == number) {
                rttNs = nowNs - sentNs[i % KEPT];
                asked = 0;
                openNs = NEVER;
                unanswered = 0;
                answered++;
                dueNs = NEVER;
                return sizes[i % KEPT];
            }
        }
        return 0;
    }

    /** Returns how many in a row were not answered before the last was sent. */
    int unanswered() {
        return unanswered;
    }

    /** Returns whether so many of them were in vain that it is no accident. */
    boolean isInVain() {
        return unanswered >= IN_VAIN_AFTER;
    }

    /** Returns how many in a row were answered. */
    int answered() {
        return answered;
    }

    /** Returns whether one is on its way. */
    boolean isOpen() {
        return asked > 0;
    }

    /** Returns since when none has been answered, {@link Long#MAX_VALUE} if all have. */
    long openSinceNs() {
        return openNs;
    }

    /** Returns the round trip of the last that was answered, 0 before there was one. */
    long rttNs() {
        return rttNs;
    }
}
