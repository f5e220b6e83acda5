package org.urdma4j.transport.fairqueue;

/** The highest rate at which data arrived over a span of time, in this epoch and the one before. */
final class BestRate {
    private boolean began;
    private long sinceNs;
    private long bytes;
    private double best; // bytes a nanosecond
    private double bestBefore;

    /**
     * So many bytes arrived; those that came first may have taken any time, and count for nothing.
     *
     * @param spanNs the least time over which a rate is taken
     * @return the rate of a span that is over, or -1
     */
    double onBytes(long arrived, long spanNs, long nowNs) {
        if (!began) {
            restart(nowNs);
            return -1;
        }
        bytes += arrived;
        if (nowNs - sinceNs < spanNs) {
            return -1;
        }
        double rate = (double) bytes / (double) (nowNs - sinceNs);
        best = Math.max(best, rate);
        restart(nowNs);
        return rate;
    }

    /** What arrived since the last span counts for nothing. */
    void restart(long nowNs) {
        began = true;
        sinceNs = nowNs;
        bytes = 0;
    }

    void turnOver() {
        bestBefore = best;
        best = 0;
    }

    /** Returns it in bytes a nanosecond, 0 if unknown. */
    double perNs() {
        return Math.max(best, bestBefore);
    }
}
