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
    private long cycleMinNs = Long.MAX_VALUE;

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
        cycleMinNs = Long.MAX_VALUE;
    }

    /** A probing cycle ends; returns its shortest queueing delay, 0 without any. */
    long endCycle() {
        long leastNs = cycleMinNs;
        cycleMinNs = Long.MAX_VALUE;
        return leastNs == Long.MAX_VALUE ? 0 : leastNs;
    }

    /** Takes a sample of any state that cycles. */
    void onAnySample(long queueNs) {
        anyMinNs = Math.min(anyMinNs, queueNs);
        cycleMinNs = Math.min(cycleMinNs, queueNs);
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

    /** Returns the shortest queueing delay of the last whole round and the one that goes on. */
    long leastLatelyNs() {
        return anyMinNs == Long.MAX_VALUE ? standingNs : Math.min(anyMinNs, standingNs);
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
