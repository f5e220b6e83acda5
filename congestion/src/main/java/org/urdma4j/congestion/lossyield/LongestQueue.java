package org.urdma4j.congestion.lossyield;

/** The longest queueing delay of the last five to ten seconds. */
public final class LongestQueue {
    private static final long SPAN_NS = 5_000_000_000L;

    private long begunNs;
    private long thisSpanNs;
    private long lastSpanNs;

    /** A packet waited so long, both times in nanoseconds. */
    public void add(long nowNs, long queueNs) {
        if (nowNs - begunNs >= SPAN_NS) {
            begunNs = nowNs;
            lastSpanNs = thisSpanNs;
            thisSpanNs = 0;
        }
        thisSpanNs = Math.max(thisSpanNs, queueNs);
    }

    /** Returns it in nanoseconds. */
    public long ns() {
        return Math.max(thisSpanNs, lastSpanNs);
    }
}
