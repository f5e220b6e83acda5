package org.urdma4j.congestion.rival;

/**
 * The smallest delay of a kind in the last one to two minutes. A longer path is believed only after
 * that: whoever gives way must not take a queue that others keep for the path.
 */
final class LeastDelay {
    private static final long SPAN_NS = 60_000_000_000L;

    private long thisSpan = Long.MAX_VALUE;
    private long lastSpan = Long.MAX_VALUE;
    private long begunNs;
    private boolean begun;

    void onSample(long nowNs, long delayNs) {
        if (!begun || nowNs - begunNs >= SPAN_NS) {
            lastSpan = thisSpan;
            thisSpan = Long.MAX_VALUE;
            begunNs = nowNs;
            begun = true;
        }
        thisSpan = Math.min(thisSpan, delayNs);
    }

    /** Returns it in nanoseconds, 0 before the first sample. */
    long ns() {
        long least = Math.min(thisSpan, lastSpan);
        return least == Long.MAX_VALUE ? 0 : least;
    }
}
