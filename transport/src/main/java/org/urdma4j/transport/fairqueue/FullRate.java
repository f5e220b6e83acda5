package org.urdma4j.transport.fairqueue;

/**
 * The rate of the path as those have seen it that had more to send than they might, and whose
 * congestion control had found what they may: what arrives in a start-up, or at an application's
 * pace, is less. It is the best of two epochs, as {@link SharedPath} has others, but is kept while
 * nobody sees another.
 */
final class FullRate {
    /** What was seen longer ago may not be so any more. */
    private static final long KNOWN_NS = 10_000_000_000L;

    private final BestRate rate = new BestRate();
    private long epochNs;
    private long seenNs;

    /**
     * A report came.
     *
     * @param full whether that queue pair is one that fills the path
     * @param spanNs the least time over which a rate is taken
     */
    void onReport(long bytes, boolean full, long spanNs, long nowNs) {
        if (!full) {
            rate.restart(nowNs);
            return;
        }
        if (rate.onBytes(bytes, spanNs, nowNs) >= 0) {
            seenNs = nowNs;
            if (nowNs - epochNs >= SharedPath.EPOCH_NS) {
                rate.turnOver();
                epochNs = nowNs;
            }
        }
    }

    /** Returns it in bytes a nanosecond, 0 if it wasn't seen lately. */
    double perNs(long nowNs) {
        return nowNs - seenNs < KNOWN_NS ? rate.perNs() : 0;
    }
}
