package org.urdma4j.measure.sim;

import java.util.Arrays;

/** How long messages took, from post to completion. Grows by doubling. */
final class MessageTimes {
    private long[] ns = new long[64];
    private int count;

    void add(long tookNs) {
        if (count == ns.length) {
            ns = Arrays.copyOf(ns, 2 * count);
        }
        ns[count++] = tookNs;
    }

    void addAll(MessageTimes other) {
        for (int i = 0; i < other.count; i++) {
            add(other.ns[i]);
        }
    }

    int count() {
        return count;
    }

    /** Returns the least value that {@code share} of all don't exceed, NaN if there are none. */
    double percentileNs(double share) {
        if (count == 0) {
            return Double.NaN;
        }
        long[] sorted = Arrays.copyOf(ns, count);
        Arrays.sort(sorted);
        return sorted[Math.max(0, (int) Math.ceil(share * count) - 1)];
    }
}
