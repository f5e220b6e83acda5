package org.urdma4j.lab.latency;

/** How near to the echo round trips are to come, by the median of the rounds' ratios. */
final class LatencyAim {
    /** The median takes at most this many times the echo's. */
    static final double P50 = 1.3;

    /** The 99th percentile takes at most this many times the echo's. */
    static final double P99 = 2;

    private LatencyAim() {}

    /** Returns which aims were met, for people; empty for the echo and without it. */
    static String verdict(LatencyRow row) {
        if (row.asker() == Asker.ECHO || row.p50OverEcho().count() == 0) {
            return "";
        }
        boolean p50 = row.p50OverEcho().median() <= P50;
        boolean p99 = row.p99OverEcho().median() <= P99;
        if (p50) {
            return p99 ? "met" : "p99 missed";
        }
        return p99 ? "p50 missed" : "missed";
    }
}
