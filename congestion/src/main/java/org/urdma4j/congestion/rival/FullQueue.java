package org.urdma4j.congestion.rival;

import org.urdma4j.congestion.RateSample;

/**
 * Tells losses of a full queue from those of chance: they are reported with a queueing delay near
 * the longest of the last seconds, and chance doesn't wait for that.
 */
final class FullQueue {
    private static final long SPAN_NS = 5_000_000_000L;
    private static final double NEAR = 0.6;

    private long thisSpanNs;
    private long lastSpanNs;
    private long begunNs;
    private long missing;

    /**
     * Returns whether packets were lost at a full queue.
     *
     * @param leastNs what a queue has to exceed to be one
     */
    boolean onSample(RateSample s, long queueNs, long leastNs) {
        if (s.nowNs - begunNs >= SPAN_NS) {
            begunNs = s.nowNs;
            lastSpanNs = thisSpanNs;
            thisSpanNs = 0;
        }
        thisSpanNs = Math.max(thisSpanNs, queueNs);
        double most = Math.max(thisSpanNs, lastSpanNs);
        boolean lost = s.missingPackets > missing;
        missing = s.missingPackets;
        return lost && (double) queueNs >= NEAR * most && queueNs > leastNs;
    }
}
