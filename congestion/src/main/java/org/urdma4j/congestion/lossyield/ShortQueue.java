package org.urdma4j.congestion.lossyield;

/** A bottleneck's queue: how long it is at most, and how often it fills and empties. */
final class ShortQueue {
    /** Of the longest queue of late, what is as good as full. */
    private static final double FULL = 0.75;

    private static final double EMPTY = 0.2;

    /** Less of a round trip is no queue of others, more says enough by its delay. */
    private static final double LEAST = 1.0 / 8;

    private static final double MOST = 0.4;

    /** What CUBIC leaves idle after a decrease it has soon filled again. */
    private static final int LEFT_ROUNDS = 16;

    private static final long LEFT_NS = 1_000_000_000L;

    private final LongestQueue longest = new LongestQueue();
    private long rttNs;
    private long roundLeastNs = Long.MAX_VALUE;
    private long roundMostNs;
    private boolean emptied;
    private int idleRounds;
    private long busyNs;
    private long nowNs;

    void onReport(long reportNs, long queueNs, long minRttNs) {
        nowNs = reportNs;
        longest.add(nowNs, queueNs);
        roundLeastNs = Math.min(roundLeastNs, queueNs);
        roundMostNs = Math.max(roundMostNs, queueNs);
        rttNs = minRttNs;
    }

    private boolean isQueue() {
        return (double) longest.ns() > LEAST * (double) rttNs;
    }

    /** Returns whether who waited so long met a short queue that was as good as full. */
    boolean wasFull(long waitedNs) {
        return (double) waitedNs >= FULL * (double) longest.ns()
                && (double) waitedNs > LEAST * (double) rttNs
                && (double) longest.ns() < MOST * (double) rttNs;
    }

    /** Returns whether it has been nearly empty for so long that nobody can be there to fill it. */
    boolean isLeft() {
        return idleRounds >= LEFT_ROUNDS && nowNs - busyNs >= LEFT_NS;
    }

    /** Ends a round trip; returns whether it has become full in it after it was nearly empty. */
    boolean endRound() {
        boolean filled =
                isQueue() && emptied && (double) roundMostNs >= FULL * (double) longest.ns();
        if (filled) {
            emptied = false;
        }
        if ((double) roundMostNs < EMPTY * (double) longest.ns()) {
            idleRounds++;
        } else {
            idleRounds = 0;
            busyNs = nowNs;
        }
        if (isQueue() && (double) roundLeastNs < EMPTY * (double) longest.ns()) {
            emptied = true;
        }
        roundLeastNs = Long.MAX_VALUE;
        roundMostNs = 0;
        return filled;
    }
}
