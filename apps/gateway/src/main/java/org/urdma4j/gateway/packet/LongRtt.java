package org.urdma4j.gateway.packet;

/**
 * The round trip of the long link: the least time from a MARK to its STATUS, or what the other
 * gateway has measured and told, or what was configured.
 */
public final class LongRtt {
    /** Until anything is known. */
    private static final long GUESS_NS = 10_000_000;

    /** No less is believed, so that nothing is due all the time. */
    private static final long LEAST_NS = 1000;

    /** No more than this is believed. */
    private static final long LONGEST_NS = 10_000_000_000L;

    private static final int PATIENCE_ROUND_TRIPS = 4;
    private static final long LEAST_PATIENCE_NS = 10_000_000;

    /** More than any round trip takes, while none was measured. */
    private static final long PATIENCE_UNKNOWN_NS = 1_000_000_000;

    private long measuredNs;
    private long toldNs;
    private final long configuredNs;

    LongRtt(long configuredNs) {
        this.configuredNs = configuredNs;
    }

    /** Returns it in nanoseconds, a guess if nothing is known. */
    public long ns() {
        if (measuredNs != 0) {
            return measuredNs;
        }
        if (toldNs != 0) {
            return toldNs;
        }
        return configuredNs != 0 ? configuredNs : GUESS_NS;
    }

    /** Returns whether {@link #ns} is more than a guess. */
    public boolean isKnown() {
        return measuredNs != 0 || toldNs != 0 || configuredNs != 0;
    }

    /** Returns for how long a hole may stay as it is before it is given up. */
    public long patienceNs() {
        return isKnown()
                ? Math.max(LEAST_PATIENCE_NS, PATIENCE_ROUND_TRIPS * ns())
                : PATIENCE_UNKNOWN_NS;
    }

    /** Returns what was measured here, 0 before that. */
    public long measuredNs() {
        return measuredNs;
    }

    /** Takes a time that a MARK took to be answered. */
    public void onMeasured(long ns) {
        long least = Math.max(LEAST_NS, ns);
        measuredNs = measuredNs == 0 ? least : Math.min(measuredNs, least);
    }

    /** Takes what the other gateway has measured. */
    public void onTold(long ns) {
        toldNs = Math.min(ns, LONGEST_NS);
    }
}
