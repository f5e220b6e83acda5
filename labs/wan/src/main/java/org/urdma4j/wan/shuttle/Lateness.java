package org.urdma4j.wan.shuttle;

import org.HdrHistogram.Histogram;

/**
 * How late wire packets are, in nanoseconds to three digits; the maximum is exact. One thread at a
 * time.
 */
final class Lateness {
    private static final long LONGEST_NS = 3_600_000_000_000L;
    private static final int DIGITS = 3;

    private final Histogram histogram = new Histogram(LONGEST_NS, DIGITS);
    private long maxNs;

    /** Counts {@code packets} packets that were {@code lateNs} late; early counts as in time. */
    void record(long lateNs, int packets) {
        long late = Math.max(0, lateNs);
        histogram.recordValueWithCount(Math.min(late, LONGEST_NS), packets);
        maxNs = Math.max(maxNs, late);
    }

    /** Returns the three that are reported; 0 when nothing was counted. */
    LatenessSummary summary() {
        return new LatenessSummary(percentileNs(50), percentileNs(99), maxNs);
    }

    private long percentileNs(double percent) {
        return Math.min(maxNs, histogram.getValueAtPercentile(percent));
    }
}
