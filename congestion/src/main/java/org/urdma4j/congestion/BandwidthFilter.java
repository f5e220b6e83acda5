package org.urdma4j.congestion;

/**
 * The highest delivery rate of this probing cycle and the last, and beside it the rate at which
 * packets arrived lately over a fraction of a round trip. The first is what the path is believed to
 * carry; the second knows a bottleneck that has just filled a whole round trip earlier.
 */
final class BandwidthFilter {
    private long thisCycle;
    private long lastCycle;
    private long round;
    private long markNs;
    private long markBytes;
    private boolean marked;
    private long arrival;
    private long newestNs;
    private long newestBytes;
    private long roundNs;
    private long roundBytes;

    void onSample(RateSample s, long spanNs) {
        if (s.deliveryBitsPerSecond > 0) {
            long latest = s.deliveryBitsPerSecond;
            round = Math.max(round, latest);
            if (!s.appLimited || latest > max()) {
                thisCycle = Math.max(thisCycle, latest);
            }
        }
        newestNs = s.receiverNs;
        newestBytes = s.receivedBytes;
        if (!marked || s.receiverNs - markNs >= spanNs) {
            if (marked && s.receiverNs - markNs > 0) {
                long bytes = s.receivedBytes - markBytes;
                arrival = (long) Rates.bitsPerSecond(bytes, s.receiverNs - markNs);
            }
            markNs = s.receiverNs;
            markBytes = s.receivedBytes;
            marked = true;
        }
    }

    /** Ends a cycle; one without a sample of the path's limit ages nothing. */
    void nextCycle() {
        if (thisCycle > 0) {
            lastCycle = thisCycle;
            thisCycle = 0;
        }
    }

    /** Forgets all cycles and starts from a rate. */
    void reset(long bitsPerSecond) {
        thisCycle = bitsPerSecond;
        lastCycle = 0;
    }

    /** Believes no more than a rate. */
    void lower(long bitsPerSecond) {
        reset(Math.min(max(), bitsPerSecond));
    }

    /** Returns the estimate, 0 before the first sample. */
    long max() {
        return Math.max(thisCycle, lastCycle);
    }

    long thisCycle() {
        return thisCycle;
    }

    void endRound() {
        round = 0;
        roundNs = newestNs;
        roundBytes = newestBytes;
    }

    /** Returns the mean rate of arrival in the round that goes on, 0 when unknown. */
    long roundMean() {
        long ns = newestNs - roundNs;
        return ns <= 0 ? 0 : (long) Rates.bitsPerSecond(newestBytes - roundBytes, ns);
    }

    /** Returns the highest sample of the round that goes on. */
    long round() {
        return round;
    }

    /** Returns the newest rate of arrival over a fraction of a round trip, 0 when unknown. */
    long arrival() {
        return arrival;
    }
}
