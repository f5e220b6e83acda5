package org.urdma4j.congestion.lossyield;

/**
 * Whether it is of use to give way. Those who heed losses lose a few thousandths while somebody
 * beside them does, too, and their queue fills once in many round trips. BBR fills one in every
 * eighth or so, and several of it overflow a short one all the time. So what is given becomes half
 * as much each time that it was in vain, down to nothing, and twice as much when it no longer is.
 * Who gives nothing may be the one who overflows the queue: after a while it is tried anew.
 */
final class YieldDetector {
    private static final int ROUNDS = 32;

    /** Of all packets, what overflows where nobody heeds it. */
    private static final double HEEDLESS = 0.006;

    private static final double HEEDED = HEEDLESS / 2;

    /** Who starts up overflows a queue once or twice. */
    private static final int LEAST_CUTS = 3;

    /** In so many round trips CUBIC fills a queue of a quarter of a round trip once or twice. */
    private static final int QUICK_FILLS = 3;

    /** And overflows it, at least by so much. */
    private static final double QUICK_SHARE = 0.0003;

    private static final int MOST_STEPS = 4;

    /** Periods of {@link #ROUNDS} without giving way until the first trial, and until the last. */
    private static final int FIRST_REST = 32;

    private static final int MOST_REST = 256;

    private int steps;
    private int rounds;
    private int cuts;
    private int fills;
    private int restPeriods;
    private int rest = FIRST_REST;

    /**
     * A round trip ended.
     *
     * @param share which part of all packets overflowed of late
     * @param gives whether this overflow is a reason to give way
     * @param filled whether the queue filled up from nearly nothing
     */
    void onRound(double share, boolean gives, boolean filled) {
        cuts += gives ? 1 : 0;
        fills += filled ? 1 : 0;
        if (++rounds < ROUNDS) {
            return;
        }
        boolean quick = fills >= QUICK_FILLS && share > QUICK_SHARE;
        if ((share > HEEDLESS && cuts >= LEAST_CUTS) || quick) {
            steps = Math.min(steps + 1, MOST_STEPS);
        } else if (share < HEEDED && steps > 0) {
            steps--;
            rest = FIRST_REST;
        }
        tryAnew();
        rounds = 0;
        cuts = 0;
        fills = 0;
    }

    private void tryAnew() {
        restPeriods = steps == MOST_STEPS ? restPeriods + 1 : 0;
        if (restPeriods > rest) {
            rest = Math.min(2 * rest, MOST_REST);
            restPeriods = 0;
            steps = 0;
        }
    }

    /** Returns which part of it to give, 0 to 1. */
    double part() {
        return steps == MOST_STEPS ? 0 : 1.0 / (1 << steps);
    }
}
