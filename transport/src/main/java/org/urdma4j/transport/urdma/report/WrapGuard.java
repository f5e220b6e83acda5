package org.urdma4j.transport.urdma.report;

/**
 * Tells packets that were on their way for so long that their sequence number may have come round:
 * those that left over a quarter of the wrap time, at the present rate, before the newest. The
 * limit is 60 s where packets come slowly.
 */
final class WrapGuard {
    private static final long QUARTER = 1L << 22;
    static final long LONGEST_NS = 60_000_000_000L;

    private long limitNs = LONGEST_NS;
    private long markPsn;
    private long markNs;

    void start(long psn, long nowNs) {
        limitNs = LONGEST_NS;
        markPsn = psn;
        markNs = nowNs;
    }

    /**
     * Returns whether a packet that left {@code olderNs} before the newest is to be dropped.
     *
     * @param highest how far the sequence has come
     */
    boolean stale(long olderNs, long highest, long nowNs) {
        if (highest - markPsn >= QUARTER) {
            limitNs = Math.min(LONGEST_NS, nowNs - markNs);
            markPsn = highest;
            markNs = nowNs;
        }
        return olderNs > limitNs;
    }
}
