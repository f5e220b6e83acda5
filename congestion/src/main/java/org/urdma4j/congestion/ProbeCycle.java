package org.urdma4j.congestion;

/**
 * When the next probe for bandwidth is due. Flows that probe together learn nothing about each
 * other, so no two cycles have the same length. It depends on when the cycle began, to the
 * nanosecond, which is as good as a random number and lets a run be repeated.
 */
final class ProbeCycle {
    private final RrccConfig config;
    private long beganNs;
    private double factor = 1;

    ProbeCycle(RrccConfig config) {
        this.config = config;
    }

    /** The first cycle begins, with its shortest length. */
    void start(long nowNs) {
        beganNs = nowNs;
    }

    void begin(long nowNs) {
        beganNs = nowNs;
        long mixed = nowNs * 0x9E3779B97F4A7C15L;
        factor = 1 + (double) (mixed >>> 40) / (1L << 24) / 2;
    }

    /** Has this cycle end in two rounds. */
    void endSoon(long nowNs, long roundNs) {
        beganNs = nowNs - lengthNs(roundNs) + 2 * roundNs;
    }

    boolean isOver(long nowNs, long roundNs) {
        return nowNs - beganNs >= lengthNs(roundNs);
    }

    private long lengthNs(long roundNs) {
        long ns = Math.max(config.minCycleNs(), config.cycleRounds() * roundNs);
        return (long) (factor * (double) ns);
    }
}
