package org.urdma4j.congestion.rival;

/** The shortest queueing delay of each round trip, and for how many in a row it was long. */
final class QueueRounds {
    private long goingNs = Long.MAX_VALUE;
    private long lastNs;
    private int standing;

    void onSample(long queueNs) {
        goingNs = Math.min(goingNs, queueNs);
    }

    /** Ends a round, which counts as one of a standing queue if no packet met less than that. */
    void endRound(long standingNs) {
        lastNs = goingNs == Long.MAX_VALUE ? 0 : goingNs;
        goingNs = Long.MAX_VALUE;
        standing = lastNs >= standingNs ? standing + 1 : 0;
    }

    /** What stood so far doesn't count. */
    void restart() {
        standing = 0;
    }

    /** Returns the shortest of the last round in nanoseconds. */
    long lastNs() {
        return lastNs;
    }

    /** Returns how many rounds in a row a queue stood. */
    int standing() {
        return standing;
    }
}
