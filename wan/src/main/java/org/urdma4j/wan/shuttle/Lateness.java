package org.urdma4j.wan.shuttle;

/**
 * How late wire packets are, counted in microseconds up to {@value #LONGEST_US}; later ones share a
 * bucket, but the maximum is exact. One thread at a time.
 */
public final class Lateness {
    private static final int LONGEST_US = 100_000;
    private static final int NS_PER_US = 1_000;

    private final long[] buckets = new long[LONGEST_US + 1];
    private long count;
    private long maxNs;

    /** Counts {@code packets} packets that were {@code lateNs} late; early counts as in time. */
    void record(long lateNs, int packets) {
        long late = Math.max(0, lateNs);
        buckets[(int) Math.min(LONGEST_US, late / NS_PER_US)] += packets;
        count += packets;
        maxNs = Math.max(maxNs, late);
    }

    /** Returns how many were counted. */
    public long count() {
        return count;
    }

    /** Returns the most that one was late, in nanoseconds. */
    public long maxNs() {
        return maxNs;
    }

    /**
     * Returns what the given share were not later than, in nanoseconds: the upper end of the
     * microsecond; 0 when nothing was counted.
     *
     * @param share above 0, at most 1
     */
    public long percentileNs(double share) {
        long wanted = (long) Math.ceil(share * count);
        long seen = 0;
        for (int us = 0; us < LONGEST_US && wanted > 0; us++) {
            seen += buckets[us];
            if (seen >= wanted) {
                return Math.min(maxNs, (us + 1L) * NS_PER_US);
            }
        }
        return maxNs;
    }

    /** Returns the three that are reported. */
    public LatenessSummary summary() {
        return new LatenessSummary(percentileNs(0.5), percentileNs(0.99), maxNs);
    }
}
