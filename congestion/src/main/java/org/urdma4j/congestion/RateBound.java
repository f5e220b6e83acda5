package org.urdma4j.congestion;

/**
 * What congestion leaves of the estimated rate. The estimate is the highest of two probing cycles
 * and so errs upwards; a round that was congested lowers the bound towards what arrived in it. What
 * loss took is given back with the next cycle. What marks took, and what was taken to learn where
 * losses come from, is given back little by little: the estimates of all who share a marking queue
 * come to more than its link, and giving it back at once would fill the queue each time.
 */
final class RateBound {
    /**
     * What a cycle without marks gives back: in ten round trips a twenty-fifth of one's content.
     */
    private static final double RELIEF = 1 + 1.0 / 256;

    /** The same, where losses took it. */
    private static final double LOSS_RELIEF = 1 + 1.0 / 64;

    /** Of what losses took, what a cycle gives back. */
    private static final double RECOVERY = 1.0 / 8;

    private long bitsPerSecond = RateController.UNLIMITED;

    /** Whether what was taken is given back little by little. */
    private boolean slow;

    /** What losses were found to come from a queue at, in bit/s. */
    private double before;

    /** Returns the bound in bit/s, {@link RateController#UNLIMITED} for none. */
    long bitsPerSecond() {
        return bitsPerSecond;
    }

    /** A round lost more than chance takes: lowers a rate by a share, not below what arrives. */
    void onLoss(double share, long rate, double arriving) {
        if (share > 0) {
            bitsPerSecond = (long) Math.max(arriving, (1 - share) * (double) rate);
        }
    }

    /** A round was marked: as {@link #onLoss}, and longer. */
    void onMarks(double share, long rate, double arriving) {
        onLoss(share, rate, arriving);
        before = 0;
        slow = true;
    }

    /**
     * Holds the rate to a limit, and gives back little by little what that took.
     *
     * @param before what the rate was, in bit/s
     */
    void hold(double limit, double before) {
        bitsPerSecond = (long) Math.min((double) bitsPerSecond, limit);
        this.before = before;
        slow = true;
    }

    /**
     * A probing cycle ends.
     *
     * @param estimate the highest rate at which packets were delivered, in bit/s
     * @param full whether the queue marks now
     */
    void endCycle(long estimate, boolean full) {
        long relieved = (long) Math.min(relieved(), Long.MAX_VALUE);
        if (!slow || relieved >= estimate) {
            lift();
        } else if (!full) {
            bitsPerSecond = relieved;
        }
    }

    private double relieved() {
        double now = (double) bitsPerSecond;
        return before == 0
                ? RELIEF * now
                : Math.max(LOSS_RELIEF * now, now + RECOVERY * (before - now));
    }

    /** A probe has found more: nothing is taken. */
    void lift() {
        bitsPerSecond = RateController.UNLIMITED;
        slow = false;
        before = 0;
    }
}
