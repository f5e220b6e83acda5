package org.urdma4j.congestion;

/**
 * Whether the path has shrunk, and what was believed before it seemed to. A queue that others fill
 * leaves the same picture as a slower path: what is under way arrives at a part of the rate, behind
 * a queue of a whole round trip. But the sender drains its own queue, and not that of others.
 */
final class ShrunkPath {
    /**
     * A queue of one's own falls by more than this share of itself while one drains it, or of what
     * that can have drained, if it is longer.
     */
    private static final double FALL = 0.5;

    /** Of a rate that is shared with others from now on, what is tried first. */
    private static final double SHARED = 0.5;

    private final RrccConfig config;
    private long ceiling = RateController.UNLIMITED;
    private boolean outgrown;
    private boolean inCycle;
    private long rateBefore;
    private long queueNs;
    private long beganNs;
    private double drainedNs;

    /** Whether it is to be told by what is sent from a time on, and from which. */
    private boolean asks;

    private long askedNs;

    ShrunkPath(RrccConfig config) {
        this.config = config;
    }

    /**
     * A round of a settled state ended.
     *
     * @param far whether far less arrived than believed, behind a long queue
     * @param away whether hosts are away for a while, which looks like that for a round
     * @return whether the path has shrunk, or others fill it
     */
    boolean onRound(boolean far, boolean away) {
        boolean sure = config.has(RrccRule.SHRUNK_PATH) && far && (outgrown || !away) && !asks;
        outgrown = far;
        return sure;
    }

    /** The estimate begins anew; {@code rate} was believed until now. */
    void begin(long nowNs, long rate, long nowQueueNs) {
        ceiling = inCycle ? Math.max(ceiling, rate) : rate;
        inCycle = true;
        outgrown = false;
        rateBefore = rate;
        queueNs = nowQueueNs;
        beganNs = nowNs;
    }

    /** The sender has held back until its own queue must be gone. */
    void endDrain(long nowNs) {
        asks = queueNs > 0;
        askedNs = nowNs;
        double most = (1 - SendLimits.DRAIN_GAIN) * (double) (nowNs - beganNs);
        drainedNs = Math.min((double) queueNs, most);
    }

    /**
     * Something arrived that was sent at a time, and waited so long.
     *
     * @return whether that shows the queue as long as it was, so that it is others'
     */
    boolean isOthers(long sentNs, long waitedNs) {
        if (!asks || sentNs - askedNs < 0) {
            return false;
        }
        boolean others =
                config.has(RrccRule.SHRUNK_BY_OTHERS)
                        && (double) (queueNs - waitedNs) < FALL * drainedNs;
        asks = false;
        queueNs = 0;
        return others;
    }

    /** Returns the rate to try beside others. */
    long sharedRate() {
        return (long) (SHARED * (double) rateBefore);
    }

    void endCycle() {
        inCycle = false;
    }

    /** Returns the rate beyond which no arrival is believed. */
    long ceiling() {
        return config.has(RrccRule.SHRUNK_CEILING) ? ceiling : RateController.UNLIMITED;
    }
}
