package org.urdma4j.congestion;

/**
 * The queueing delay that is left standing. It is the same for flows of all round trips, so that
 * none yields to a queue that is small for another; and it is longer for a slower flow, so that of
 * two who see the same queue the faster one gives way. Bounds in terms of the round trip hold for
 * very short and very long paths.
 *
 * <p>A queue that has not fallen although the sender slowed down for a whole cycle isn't its own:
 * others keep it, or it is jitter. To give way further would give up everything for nothing, so
 * such a queue is left alone, too; and more of it where it must be of such as heed losses alone.
 * They fill it all the time until it overflows, and who gave way to each bit of that would have
 * less and less.
 */
final class QueueReference {
    /** At one gigabit per second, in nanoseconds. */
    private static final double LEVEL_NS = 300_000;

    private static final double LEVEL_BITS_PER_SECOND = 1e9;

    /** A flow of half the rate tolerates a queue 1.7 times as long. */
    private static final double SLOPE = 0.75;

    private static final double LEAST_SHARE = 1.0 / 512;
    private static final double MOST_SHARE = 0.05;

    /** A queue of one's own falls by more than this share when one slows down for a cycle. */
    private static final double FALL = 0.5;

    /** Up to this share of a round trip as reference one gives way in full. */
    private static final double FIRM_SHARE = 1.0 / 128;

    private static final double LEAST_FIRMNESS = 0.5;

    /** Flows of ours leave less, up to a round trip of 200 ms. */
    private static final long LONG_NS = 10_000_000;

    /** While so much is lost the queue overflows, and isn't filled any further. */
    private static final double OVERFLOWS = 0.0025;

    /** How much longer such a queue may become until it is given way to again. */
    private static final double GROWTH = 1.5;

    private final RrccConfig config;
    private long ownNs;
    private long foreignNs;
    private long beforeNs;

    QueueReference(RrccConfig config) {
        this.config = config;
    }

    /** The rate or the smallest round trip may have changed. */
    void update(long bitsPerSecond, long minRttNs) {
        double rate = Math.max(bitsPerSecond, 1) / LEVEL_BITS_PER_SECOND;
        double ns =
                config.has(RrccRule.REFERENCE_BY_RATE)
                        ? LEVEL_NS * Math.pow(rate, -SLOPE)
                        : LEVEL_NS;
        double rttNs = (double) minRttNs;
        ownNs = (long) Math.clamp(ns, LEAST_SHARE * rttNs, MOST_SHARE * rttNs);
    }

    /**
     * A probing cycle ends.
     *
     * @param leastNs the shortest queueing delay of the cycle
     * @param over whether a queue stands over the reference now
     * @param lost which part of the packets is usually lost
     * @return whether the next cycle may begin with a probe
     */
    boolean endCycle(long leastNs, boolean over, double lost) {
        if (!over) {
            beforeNs = 0;
            if ((double) leastNs < FALL * (double) foreignNs) {
                foreignNs = 0;
            }
            return true;
        }
        if (beforeNs > 0 && (double) leastNs > FALL * (double) beforeNs) {
            leave(isFilled(leastNs, lost) ? (long) (GROWTH * (double) leastNs) : leastNs);
            return true;
        }
        beforeNs = leastNs;
        return false;
    }

    /** A queue is others', and left alone. */
    void leave(long queueNs) {
        foreignNs = config.has(RrccRule.OTHERS_QUEUE) ? queueNs : 0;
        beforeNs = 0;
    }

    private boolean isFilled(long queueNs, double lost) {
        return config.has(RrccRule.FILLED_QUEUE) && queueNs > LONG_NS && lost < OVERFLOWS;
    }

    /**
     * Returns whether the queue is that of such as heed losses alone, and fill it until it
     * overflows.
     *
     * @param lost which part of the packets is usually lost
     */
    boolean isFilled(double lost) {
        return isFilled(foreignNs, lost);
    }

    /** Returns the delay of the queue that others keep, 0 for none. */
    long foreignNs() {
        return foreignNs;
    }

    /** What was known of queues is history. */
    void forget() {
        foreignNs = 0;
        beforeNs = 0;
    }

    /**
     * Returns how firmly the sender gives way where a queue tells nobody how long it is, 1/2 to 1:
     * a faster flow more, for the same reason.
     */
    double firmness(long minRttNs) {
        double share = FIRM_SHARE * (double) minRttNs;
        return ownNs == 0 ? 1 : Math.clamp(share / (double) ownNs, LEAST_FIRMNESS, 1);
    }

    /** Returns the delay that is left alone, whoever's it is. */
    long ns() {
        return Math.max(ownNs, foreignNs);
    }

    /** Returns the delay that the sender itself would leave. */
    long ownNs() {
        return ownNs;
    }
}
