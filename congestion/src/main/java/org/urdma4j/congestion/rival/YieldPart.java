package org.urdma4j.congestion.rival;

/**
 * Which part of what it might send a flow sends that gives way to everybody: halved, at most, each
 * round trip in which a queue stood throughout, and raised ever faster once none has for a while.
 * Others leave the link half empty for seconds after a loss and mean to have it back: each time
 * that a queue comes while the part rises, the wait before the next rise is twice as long.
 */
final class YieldPart {
    /** Enough to see the queue go. */
    static final double LEAST = 1.0 / 128;

    private static final double DECREASE = 0.5;
    private static final double FIRST_STEP = 1.0 / 256;
    private static final double STEP_GROWTH = 1.1;
    private static final double MOST_STEP = 1.0 / 32;
    private static final long LEAST_WAIT_NS = 100_000_000;
    private static final long MOST_WAIT_NS = 3_000_000_000L;

    /** A probe of one's own stands for a round and is gone after one or two. */
    private static final int OWN_ROUNDS = 3;

    private double part = 1;
    private double step = FIRST_STEP;
    private long waitNs = LEAST_WAIT_NS;

    /** Since when no queue stood. */
    private long calmNs;

    private boolean calm;
    private int busyRounds;

    /**
     * A round trip ends.
     *
     * @param leastNs the shortest queueing delay in it
     * @param targetNs what may stand
     */
    void endRound(long nowNs, long leastNs, long targetNs) {
        if (leastNs > targetNs) {
            onQueue(Math.min(1, (double) (leastNs - targetNs) / (double) targetNs));
            return;
        }
        busyRounds = 0;
        if (!calm) {
            calm = true;
            calmNs = nowNs;
        }
        if (part < 1) {
            if (nowNs - calmNs >= waitNs) {
                part = Math.min(1, part + step);
                step = Math.min(step * STEP_GROWTH, MOST_STEP);
            }
        } else if (nowNs - calmNs >= MOST_WAIT_NS) {
            waitNs = LEAST_WAIT_NS;
        }
    }

    private void onQueue(double over) {
        calm = false;
        if (part == 1 && ++busyRounds <= OWN_ROUNDS) {
            return;
        }
        if (part == 1 || step > FIRST_STEP) {
            waitNs = Math.min(2 * waitNs, MOST_WAIT_NS);
        }
        step = FIRST_STEP;
        part = Math.max(LEAST, part * (1 - DECREASE * over));
    }

    /** Returns the part, over 0, at most 1. */
    double part() {
        return part;
    }
}
