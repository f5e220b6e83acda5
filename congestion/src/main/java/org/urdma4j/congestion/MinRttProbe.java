package org.urdma4j.congestion;

/**
 * When the probe for the smallest round trip is due, and which packets show its result: those of
 * its second half, and of the half round trip after it, meet the emptiest queue. Reports tell of
 * them by when they were sent, since on a path without a queue the probe is over before the first
 * of them has arrived.
 */
final class MinRttProbe {
    private final RrccConfig config;
    private final DelaySignal delay;
    private long beganNs;
    private long endedNs;
    private boolean awaited;
    private boolean sampling;
    private boolean overflowed;
    private boolean ended;

    MinRttProbe(RrccConfig config, DelaySignal delay) {
        this.config = config;
        this.delay = delay;
    }

    /** The time until the next one begins anew. */
    void postpone(long nowNs) {
        beganNs = nowNs;
    }

    boolean isDue(long nowNs) {
        long periodNs = Math.max(RrccConfig.MIN_RTT_PERIOD_NS, 100 * delay.minRttNs());
        long fallNs = delay.lowestFallNs();
        boolean longer = config.has(RrccRule.LONGER_CYCLES) && delay.pathLooksLonger();
        return longer
                || (config.has(RrccRule.MIN_RTT_PROBE)
                        && nowNs - beganNs >= periodNs
                        && (fallNs == 0 || nowNs - fallNs >= periodNs));
    }

    void begin(long nowNs) {
        delay.announceProbe();
        beganNs = nowNs;
        awaited = true;
        sampling = false;
        ended = false;
    }

    /** The sender no longer holds back. */
    void end(long nowNs) {
        if (awaited && !ended) {
            endedNs = nowNs;
            ended = true;
        }
    }

    /**
     * Takes a report before {@link DelaySignal} does.
     *
     * @param overflows whether a queue that others keep is losing packets: as long as it is full it
     *     looks like a longer path
     * @return whether it completes a probe that found the path noticeably longer
     */
    boolean onSample(RateSample s, long roundNs, boolean overflows) {
        if (!awaited || s.sentNs - beganNs < roundNs / 2) {
            return false;
        }
        if (!sampling) {
            sampling = true;
            overflowed = overflows;
            delay.beginProbe();
        }
        if (!ended || s.sentNs - endedNs < 0) {
            return false;
        }
        awaited = false;
        long beforeNs = delay.minRttNs();
        delay.endProbe(!(overflowed && overflows));
        return delay.minRttNs() > beforeNs + beforeNs / 8;
    }
}
