package org.urdma4j.congestion;

/**
 * What congestion leaves of the estimated rate. The estimate is the highest of two probing cycles
 * and so errs upwards; a round that was congested lowers the bound towards what arrived in it. What
 * loss took is given back with the next cycle. What marks took is given back little by little: the
 * estimates of all who share a marking queue come to more than its link, and giving it back at once
 * would fill the queue each time.
 */
final class RateBound {
    /**
     * What a cycle without marks gives back: in ten round trips a twenty-fifth of one's content.
     */
    private static final double RELIEF = 1 + 1.0 / 256;

    private long bitsPerSecond = RateController.UNLIMITED;
    private boolean marked;

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
        marked = true;
    }

    /**
     * A probing cycle ends.
     *
     * @param estimate the highest rate at which packets were delivered, in bit/s
     * @param full whether the queue marks now
     */
    void endCycle(long estimate, boolean full) {
        long relieved = (long) Math.min(RELIEF * (double) bitsPerSecond, Long.MAX_VALUE);
        if (!marked || relieved >= estimate) {
            lift();
        } else if (!full) {
            bitsPerSecond = relieved;
        }
    }

    /** A probe has found more: nothing is taken. */
    void lift() {
        bitsPerSecond = RateController.UNLIMITED;
        marked = false;
    }
}
