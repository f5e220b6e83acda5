package org.urdma4j.transport.fairqueue;

/**
 * How much those may send who are ahead of others: what the others leave of nearly all that the
 * path carries. What is kept free is for the others to find. It becomes less with each round trip
 * in which they don't catch up, then none; after a while they are given another chance.
 */
final class Headroom {
    private static final double LEAST = 0.95;
    private static final double MOST = 1.05;

    /** Nothing is kept free after 250 round trips, for as many. */
    private static final double STEP = 0.0002;

    private double used = LEAST;
    private double bytes;
    private long nowNs;
    private long roundNs;

    /** So many bytes left, whoever sent them. */
    void onSent(long sent) {
        bytes -= (double) sent;
    }

    /** The others have caught up. */
    void onCaughtUp() {
        used = LEAST;
    }

    /**
     * Returns whether there is any.
     *
     * @param rate at which the path is full, in bytes a nanosecond, 0 while unknown
     * @param rttNs a round trip; for a quarter of it what isn't used is kept, and what was too much
     *     counts
     */
    boolean isThere(double rate, long rttNs, long timeNs) {
        double more = used * rate * (double) (timeNs - nowNs);
        double most = rate * (double) rttNs / 4;
        bytes = Math.clamp(bytes + more, -most, most);
        nowNs = timeNs;
        if (timeNs - roundNs >= rttNs) {
            roundNs = timeNs;
            used = used < MOST ? used + STEP : LEAST;
        }
        return rate == 0 || bytes > 0;
    }
}
