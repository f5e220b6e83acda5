package org.urdma4j.congestion;

/**
 * When the next probe for bandwidth is due. Flows that probe together learn nothing about each
 * other, so no two cycles have the same length. It depends on when the cycle began, to the
 * nanosecond, which is as good as a random number and lets a run be repeated.
 */
final class ProbeCycle {
    /**
     * Rounds, as packets tell them, in a cycle where hosts are away for longer than a round trip:
     * most of them meet an absence, and the highest of two cycles is to be one that didn't.
     */
    private static final int BUSY_ROUNDS = 8;

    private static final int SOON_ROUNDS = 2;

    /** The shortest cycle of the paper; the longest is twice that. */
    private static final int PAPER_ROUNDS = 5;

    private final RrccConfig config;
    private final boolean paper;
    private long beganNs;
    private double factor = 1;
    private int rounds;

    ProbeCycle(RrccConfig config) {
        this.config = config;
        paper = config.has(RrccConfig.Paper.CYCLE);
    }

    /** The first cycle begins, with its shortest length. */
    void start(long nowNs) {
        beganNs = nowNs;
    }

    void begin(long nowNs) {
        beganNs = nowNs;
        rounds = 0;
        long mixed = nowNs * 0x9E3779B97F4A7C15L;
        if (!config.has(RrccRule.CYCLE_SPREAD)) {
            factor = 1.25;
            return;
        }
        factor = 1 + (double) (mixed >>> 40) / (1L << 24) / (paper ? 1 : 2);
    }

    /** Has this cycle end in two rounds. */
    void endSoon(long nowNs, long roundNs) {
        beganNs = nowNs - lengthNs(roundNs) + SOON_ROUNDS * roundNs;
        rounds = BUSY_ROUNDS - SOON_ROUNDS;
    }

    /** The newest packet of the last round has arrived. */
    void onRound() {
        rounds++;
    }

    /**
     * @param busy whether hosts are away for longer than a round trip
     */
    boolean isOver(long nowNs, long roundNs, boolean busy) {
        return nowNs - beganNs >= lengthNs(roundNs) && (!busy || rounds >= BUSY_ROUNDS);
    }

    private long lengthNs(long roundNs) {
        if (paper) {
            return (long) (factor * PAPER_ROUNDS * (double) roundNs);
        }
        long ns = Math.max(RrccConfig.MIN_CYCLE_NS, RrccConfig.CYCLE_ROUNDS * roundNs);
        return (long) (factor * (double) ns);
    }
}
