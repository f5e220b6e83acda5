package org.urdma4j.transport.fairqueue;

/**
 * Whether the path's queue overflows, and how much less is to be in flight then. What is lost with
 * the least in flight is lost at random, or can't be helped: who still loses then takes that for
 * the path's own, and tries again whether more in flight loses more. Arithmetic on losses of round
 * trips, one after the other.
 */
final class Overflow {
    /** What may be in flight in paths full: room for bursts, and for a path that has more. */
    private static final double MOST = 2;

    /** The same where that is too much for the queue. */
    private static final double LEAST = 1.25;

    private static final double DOWN = 0.9;
    private static final double UP = 0.02;

    /** How much of that may come back in a round that was too much before. */
    private static final double UP_AGAIN = 0.002;

    /** Of what may be in flight in any case, what is left wherever the path overflows. */
    private static final double SMALLEST = 1.0 / 64;

    /** What {@link org.urdma4j.congestion.Rrcc} takes for an overflow, too. */
    private static final double LOSS = 0.02;

    /** What is lost at random varies. */
    private static final double DEVIATIONS = 3;

    /** Rounds over which losses are compared. */
    private static final int ROUNDS = 16;

    private double full = MOST;
    private double most = MOST; // what full may be by now
    private double least = 1;
    private double random; // share that is lost whatever is in flight
    private int rounds;
    private double sum;

    /**
     * A round is over.
     *
     * @param share of its packets that was lost
     * @param packets that were sent in it, more than 0
     */
    void onRound(double share, long packets) {
        double chance = DEVIATIONS * Math.sqrt(random / (double) packets);
        if (share > random + LOSS + chance) {
            full = Math.max(LEAST, DOWN * full);
            most = full;
            least = Math.max(SMALLEST, least / 2);
        } else {
            most = Math.min(MOST, most + UP_AGAIN);
            full = Math.min(most, full + UP);
            least = Math.min(1, least + least * UP_AGAIN);
        }
        sum += share;
        if (++rounds == ROUNDS) {
            judge(sum / ROUNDS);
            rounds = 0;
            sum = 0;
        }
    }

    private void judge(double share) {
        if (share < random / 2) {
            random = share;
        } else if (least == SMALLEST && share > random + LOSS) {
            random = share;
            least = 1;
        }
    }

    /** Returns whether the queue has overflowed, and may do so again. */
    boolean isSeen() {
        return least < 1;
    }

    /** Returns how many paths full may be in flight. */
    double full() {
        return full;
    }

    /** Returns which part may be in flight of what usually may in any case. */
    double least() {
        return least;
    }
}
