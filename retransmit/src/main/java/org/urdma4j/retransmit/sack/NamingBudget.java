package org.urdma4j.retransmit.sack;

/**
 * How many packets reports may still name as missing. An honest receiver names a hole in three
 * reports, then once a round trip; a hostile one could name the whole window in every range of
 * every report. What is allowed grows with what is sent and, for a sender that is held back, slowly
 * with time; a report too many costs it nothing but the wait for a later one.
 */
final class NamingBudget {
    /** Times that each packet sent may be named. */
    static final int TIMES = 8;

    /** Whole windows that may be named in a row, and packets besides. */
    static final int WINDOWS = 4;

    static final int LEAST = 1024;

    /** One packet more every 16 ns: a few percent of a core's time, at about a nanosecond each. */
    private static final int NS_SHIFT = 4;

    private long left;
    private long sent;
    private long filledNs;
    private long taken;

    void start() {
        left = 0;
        sent = 0;
        filledNs = Long.MIN_VALUE;
    }

    /** A packet was sent, for the first time or again. */
    void onSent() {
        sent++;
    }

    /** A report came while {@code outstanding} packets are not acknowledged. */
    void onReport(long nowNs, long outstanding) {
        long most = WINDOWS * outstanding + LEAST;
        if (filledNs == Long.MIN_VALUE) {
            left = most;
        }
        long grown =
                TIMES * sent + (filledNs == Long.MIN_VALUE ? 0 : (nowNs - filledNs) >> NS_SHIFT);
        left = Math.min(most, left + grown);
        sent = 0;
        filledNs = nowNs;
    }

    /** Returns how many of {@code wanted} packets may be looked at, 0 to {@code wanted}. */
    long take(long wanted) {
        long allowed = Math.max(0, Math.min(wanted, left));
        left -= allowed;
        taken += allowed;
        return allowed;
    }

    /** Returns how many were allowed since the object was made. */
    long taken() {
        return taken;
    }
}
