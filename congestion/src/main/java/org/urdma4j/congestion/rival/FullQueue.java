package org.urdma4j.congestion.rival;

import org.urdma4j.congestion.RateSample;
import org.urdma4j.congestion.lossyield.LongestQueue;

/**
 * Tells losses of a full queue from those of chance: they are reported with a queueing delay near
 * the longest of the last seconds, and chance doesn't wait for that.
 */
final class FullQueue {
    private static final double NEAR = 0.6;

    private final LongestQueue longest = new LongestQueue();
    private long missing;

    /**
     * Returns whether packets were lost at a full queue.
     *
     * @param leastNs what a queue has to exceed to be one
     */
    boolean onSample(RateSample s, long queueNs, long leastNs) {
        longest.add(s.nowNs, queueNs);
        boolean lost = s.missingPackets > missing;
        missing = s.missingPackets;
        return lost && (double) queueNs >= NEAR * (double) longest.ns() && queueNs > leastNs;
    }
}
