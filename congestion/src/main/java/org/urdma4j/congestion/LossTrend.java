package org.urdma4j.congestion;

/**
 * How much is lost of late, over some eight settled rounds: the mean of their loss ratios and how
 * far they deviate from it, and the packets themselves, since a ratio of few says little. Beside it
 * the last four rounds, which show sooner that losses have ceased.
 */
final class LossTrend {
    /** Of the rounds before the last, how much counts. */
    private static final double MEMORY = 7.0 / 8;

    private static final double SHORT_MEMORY = 3.0 / 4;

    /** By a quarter of a deviation of one round, which is one of their mean. */
    private static final double MARGIN = 0.25;

    private static final double SURE_DEVIATIONS = 2;

    private double mean;
    private double variance;
    private double lost;
    private double packets;
    private double lately;
    private double lostLately;
    private double packetsLately;

    /** A round ended, which the meter has closed. */
    void onRound(LossMeter loss) {
        double ratio = loss.ratio();
        double difference = ratio - mean;
        mean += (1 - MEMORY) * difference;
        variance = MEMORY * (variance + (1 - MEMORY) * difference * difference);
        lost = MEMORY * lost + loss.roundLost();
        packets = MEMORY * packets + loss.packets();
        lately = (lately + ratio) / 2;
        lostLately = SHORT_MEMORY * lostLately + loss.roundLost();
        packetsLately = SHORT_MEMORY * packetsLately + loss.packets();
    }

    /** Forgets all but the last rounds. */
    void forget() {
        mean = 0;
        variance = 0;
        lost = 0;
        packets = 0;
    }

    /**
     * Returns whether more than a share is lost, and not in bursts: where rounds deviate much from
     * each other, their mean has to be further beyond.
     */
    boolean exceeds(double share) {
        return mean - MARGIN * Math.sqrt(variance) > share;
    }

    /** Returns whether the last rounds exceed a share, by chance or not. */
    boolean exceedsLately(double share) {
        return lately > share;
    }

    /**
     * Returns whether the last rounds lost less than a share, and not by chance.
     *
     * @param dispersion as it was when that share was lost
     */
    boolean isSurelyBelow(double share, double dispersion) {
        double most =
                lostLately + SURE_DEVIATIONS * Math.sqrt(dispersion * lostLately) + dispersion;
        return most < share * packetsLately;
    }

    /**
     * Returns how much more the losses of rounds vary than if each packet were lost by itself, at
     * least 1: as often as so many are lost together.
     */
    double dispersion() {
        double share = share();
        return share == 0 ? 1 : Math.max(1, (1 - MEMORY) * variance * packets / share);
    }

    /** Returns the share of packets that was lost, 0 to 1. */
    double share() {
        return packets == 0 ? 0 : lost / packets;
    }

    /** Returns how many packets that is a share of. */
    double packets() {
        return packets;
    }
}
