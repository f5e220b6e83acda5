package org.urdma4j.congestion;

/** How long the queue has been over a limit without a break, and its range in each round. */
final class QueueWatch {
    private long highSinceNs;
    private int reports;
    private boolean hinted;
    private long minNs = Long.MAX_VALUE;
    private long maxNs;
    private long anyMinNs = Long.MAX_VALUE;
    private long standingNs;

    void onSample(long nowNs, long queueNs, long limitNs, long hintNs) {
        hinted = queueNs > hintNs;
        minNs = Math.min(minNs, queueNs);
        maxNs = Math.max(maxNs, queueNs);
        if (queueNs <= limitNs) {
            reports = 0;
        } else if (reports++ == 0) {
            highSinceNs = nowNs;
        }
    }

    void endRound() {
        standingNs = anyMinNs == Long.MAX_VALUE ? 0 : anyMinNs;
        anyMinNs = Long.MAX_VALUE;
        minNs = Long.MAX_VALUE;
        maxNs = 0;
    }

    /** A new phase begins: what was high before does not count for it. */
    void beginPhase() {
        reports = 0;
        hinted = false;
        minNs = Long.MAX_VALUE;
        maxNs = 0;
    }

    /** What stood in the queue so far says nothing any more. */
    void forget() {
        standingNs = 0;
        anyMinNs = Long.MAX_VALUE;
    }

    /** Takes a sample of any state that cycles. */
    void onAnySample(long queueNs) {
        anyMinNs = Math.min(anyMinNs, queueNs);
    }

    /** Returns for how long all reports showed more than the limit. */
    long highForNs(long nowNs) {
        return reports == 0 ? 0 : nowNs - highSinceNs;
    }

    /** Returns whether the newest report showed more than a hint of a queue. */
    boolean hinted() {
        return hinted;
    }

    /** Returns the queueing delay that no packet of the last whole round was spared. */
    long standingNs() {
        return standingNs;
    }

    /** Returns how many reports in a row showed more than the limit. */
    int reports() {
        return reports;
    }

    /** Returns the smallest queueing delay of the round that goes on, 0 without a sample. */
    long roundMinNs() {
        return minNs == Long.MAX_VALUE ? 0 : minNs;
    }

    /** Returns the largest queueing delay of the round that goes on, 0 without a sample. */
    long roundMaxNs() {
        return maxNs;
    }
}
