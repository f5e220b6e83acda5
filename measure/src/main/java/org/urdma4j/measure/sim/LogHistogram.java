package org.urdma4j.measure.sim;

/**
 * Counts values from 0 on in buckets whose width grows with the value: below 64 they are exact,
 * above that a bucket is 1/32 of its power of two, so that a percentile is off by 1.6 % at most.
 * Recording allocates nothing.
 */
final class LogHistogram {
    private static final int SUB_BITS = 5;
    private static final int SUB = 1 << SUB_BITS;
    private static final int BUCKETS = (Long.SIZE - SUB_BITS) * SUB;

    private final long[] counts = new long[BUCKETS];
    private long total;

    /** Counts one value; negative ones as 0. */
    void record(long value) {
        counts[bucket(Math.max(0, value))]++;
        total++;
    }

    /** Adds everything that {@code other} has counted. */
    void add(LogHistogram other) {
        for (int i = 0; i < BUCKETS; i++) {
            counts[i] += other.counts[i];
        }
        total += other.total;
    }

    long count() {
        return total;
    }

    /**
     * Returns the middle of the bucket that holds the value below or at which {@code share} of all
     * values are; 0 if there are none.
     *
     * @param share 0 to 1
     */
    long percentile(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * total));
        long seen = 0;
        for (int i = 0; i < BUCKETS; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return middle(i);
            }
        }
        return 0;
    }

    private static int bucket(long value) {
        int shift = Math.max(0, Long.SIZE - SUB_BITS - 1 - Long.numberOfLeadingZeros(value));
        return shift * SUB + (int) (value >>> shift);
    }

    private static long middle(int bucket) {
        int shift = Math.max(0, bucket / SUB - 1);
        long low = (long) (bucket - shift * SUB) << shift;
        return low + ((1L << shift) - 1) / 2;
    }
}
