package org.urdma4j.congestion;

/**
 * What a question about losses has seen: how much is lost since the sender lowers its rate, beside
 * how much was before, and whether a queue shows by round trips or by how delays lie.
 */
final class LossEvidence {
    /** Rounds in which losses stay what they are, if enough packets are lost to tell. */
    private static final int ROUNDS = 8;

    private static final double ENOUGH_LOST = 64;

    /** Rounds after which it is over, whether or not. */
    private static final int MOST_ROUNDS = 32;

    /** Rounds after which a queue that is full is left to those who fill it. */
    private static final int MOST_ROUNDS_FULL = 48;

    /** More than this is rarely random: it takes more rounds, and losses, to believe it. */
    private static final double HEAVY = 0.17;

    private static final int HEAVY_ROUNDS = 64;

    private static final double ENOUGH_LOST_HEAVILY = 256;

    /** Rounds after which few losses are enough. */
    private static final int MOST_HEAVY_ROUNDS = 128;

    private static final double SAME_DEVIATIONS = 2;

    /** Rounds that lose in longer bursts are taken for no more than that. */
    private static final double MOST_DISPERSION = 40;

    /** A round trip that became shorter by less than this share has not. */
    private static final double SHORTER = 0.03;

    private final DelayShape shape;
    private final boolean usesShape;
    private final double before;
    private final double packetsBefore;
    private final double dispersion;
    private int rounds;
    private int roundsWithoutQueue;
    private double lost;
    private double packets;
    private long shortestNs;
    private boolean full;
    private boolean queueless;

    /**
     * The question opens.
     *
     * @param nowNs from when on what is sent counts
     * @param trend what is lost before
     * @param rttNs the shortest round trip of the last round
     */
    LossEvidence(long nowNs, LossTrend trend, long rttNs, RrccConfig config) {
        usesShape = config.has(RrccRule.DELAY_SHAPE);
        shape = new DelayShape(nowNs);
        before = trend.share();
        packetsBefore = trend.packets();
        dispersion = Math.min(trend.dispersion(), MOST_DISPERSION);
        shortestNs = rttNs;
    }

    void onSample(RateSample s) {
        shape.onSample(s);
    }

    /**
     * A round ended.
     *
     * @param loss of it
     * @param rttNs its shortest round trip
     * @param queued whether a queue stood throughout
     */
    void onRound(LossMeter loss, long rttNs, boolean queued) {
        rounds++;
        if (!queued) {
            roundsWithoutQueue++;
        }
        lost += loss.roundLost();
        packets += loss.packets();
        boolean shorter = isShorter(rttNs, shortestNs);
        shortestNs = Math.min(shortestNs, rttNs);
        full = usesShape && shape.isOfFullQueue();
        queueless = !shorter && !queued && 2 * roundsWithoutQueue >= rounds && !full;
    }

    /** Returns whether losses are what they were, and no queue shows. */
    boolean isOfChance() {
        return queueless && isKnown() && isSame() && (!isHeavy() || isHeavyKnown());
    }

    /** Returns whether it should have been known by now what they are. */
    boolean isSpent() {
        return queueless && rounds >= (isHeavy() ? MOST_HEAVY_ROUNDS : MOST_ROUNDS);
    }

    /** Returns whether the queue has been full for so long that it isn't this sender's to empty. */
    boolean isInVain() {
        return rounds >= MOST_ROUNDS_FULL && full;
    }

    /** Returns whether more was lost than mostly is at random. */
    boolean isHeavy() {
        return before >= HEAVY;
    }

    private boolean isKnown() {
        return rounds >= MOST_ROUNDS || (rounds >= ROUNDS && lost >= ENOUGH_LOST);
    }

    private boolean isHeavyKnown() {
        return rounds >= MOST_HEAVY_ROUNDS
                || (rounds >= HEAVY_ROUNDS && lost >= ENOUGH_LOST_HEAVILY);
    }

    private boolean isSame() {
        double share = packets == 0 ? 0 : lost / packets;
        double deviation = Math.sqrt(before / packetsBefore + share / Math.max(packets, 1));
        return Math.abs(share - before) < SAME_DEVIATIONS * deviation;
    }

    /** Returns whether a round trip is shorter than the shortest before by more than jitter. */
    static boolean isShorter(long rttNs, long shortestNs) {
        return (double) rttNs < (1 - SHORTER) * (double) shortestNs;
    }

    int rounds() {
        return rounds;
    }

    /** Returns the share of packets that was lost before, 0 to 1. */
    double before() {
        return before;
    }

    /** Returns how many packets that was a share of. */
    double packetsBefore() {
        return packetsBefore;
    }

    /** Returns how much more rounds before varied than by chance, as {@link LossTrend} has it. */
    double dispersion() {
        return dispersion;
    }
}
