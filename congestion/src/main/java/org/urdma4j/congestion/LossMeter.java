package org.urdma4j.congestion;

/**
 * Loss ratio of each round, before any repair, and the part of it that is not congestion. A round
 * is the packets sent in one round trip, so a burst of losses within one report stays what it is in
 * a whole round.
 *
 * <p>Loss counts as random where the sender did not press and saw no queue. Its ratio is what such
 * rounds show, over at least the last few thousand packets, and no more than what packets allow
 * that were sent while the sender held back: then no buffer of ours overflows.
 */
final class LossMeter {
    /** Packets after which older rounds count half. */
    private static final double MEMORY_PACKETS = 8192;

    /** Beyond this share compensating for loss would be more flood than help. */
    private static final double MAX_RANDOM = 0.5;

    /** As much is taken for random without asking the path. */
    static final double UNPROVEN = 0.02;

    /** What is lost now is known again after some four rounds. */
    private static final double FADE = 3.0 / 4;

    /** With so many packets sent while holding back, more of them tell little more. */
    private static final double ENOUGH_PACKETS = 512;

    /** As many where nothing else tells random loss from the sender's own. */
    private static final double ENOUGH_ALONE = 4096;

    /** Less than this isn't worth asking where it comes from. */
    private static final double LITTLE = 0.0025;

    /** Of settled rounds before the last, how much counts. */
    private static final double MEMORY_ROUNDS = 7.0 / 8;

    private static final double MEMORY_CYCLES = 63.0 / 64;

    private double usual;
    private boolean usualKnown;
    private double quietPackets;
    private double quietLost;
    private long roundReceived;
    private long roundMissing;
    private long newestMissing;
    private int lossReports;
    private int roundLossReports;
    private double ratio;
    private double lately;
    private long packets;
    private double lost;
    private double total;
    private double ceiling = MAX_RANDOM;

    /** How much may be lost before the path is asked why. */
    private double allowed = UNPROVEN;

    void onSample(RateSample s) {
        if (s.missingPackets > newestMissing) {
            lossReports++;
            newestMissing = s.missingPackets;
        }
    }

    /** Closes the round: {@link #ratio} and {@link #lossReports} are now its own. */
    void endRound(RateSample s) {
        long missing = Math.max(0, s.missingPackets - roundMissing);
        packets = missing + s.receivedPackets - roundReceived;
        ratio = packets <= 0 ? 0 : (double) missing / (double) packets;
        lately = Math.max(ratio, FADE * lately);
        roundMissing = s.missingPackets;
        roundReceived = s.receivedPackets;
        roundLossReports = lossReports;
        lossReports = 0;
    }

    /** In the round just closed the sender didn't press: that much is usually lost. */
    void countAsUsual() {
        usual = usualKnown ? MEMORY_ROUNDS * usual + (1 - MEMORY_ROUNDS) * ratio : ratio;
        usualKnown = true;
    }

    /** Returns the loss ratio while the sender doesn't press, whatever the cause. */
    double usual() {
        return usualKnown ? usual : ratio;
    }

    /** A probing cycle ends: what was seen while holding back becomes old. */
    void endCycle() {
        quietPackets *= MEMORY_CYCLES;
        quietLost *= MEMORY_CYCLES;
    }

    /**
     * Returns whether packets should be sent while holding back, to see what is random.
     *
     * @param only whether nothing else tells random loss from the sender's own
     */
    boolean needsQuiet(boolean only) {
        double enough = only ? ENOUGH_ALONE : ENOUGH_PACKETS;
        return Math.max(usual(), random()) > LITTLE && quietPackets < enough;
    }

    /** The round just closed was calm: its losses are random. */
    void countAsRandom() {
        if (packets <= 0) {
            return;
        }
        count(roundLost(), (double) packets);
    }

    private void count(double lostPackets, double allPackets) {
        lost += lostPackets;
        total += allPackets;
        if (total > MEMORY_PACKETS) {
            lost /= 2;
            total /= 2;
        }
    }

    /**
     * Of packets that were sent while the sender held back so many were lost: random loss is no
     * more than that, with three standard deviations.
     *
     * @param only whether nothing else tells random loss from other
     */
    void onQuietSpan(LossSpan span, boolean only) {
        if (only) {
            count(span.lost(), span.packets());
        }
        quietPackets += span.packets();
        quietLost += span.lost();
        if (quietPackets > MEMORY_PACKETS) {
            quietPackets /= 2;
            quietLost /= 2;
        }
        double most = (quietLost + 3 * Math.sqrt(quietLost) + 3) / quietPackets;
        ceiling = Math.min(MAX_RANDOM, most);
    }

    /** That much was lost, and no queue was found. */
    void prove(double share) {
        allowed = share + UNPROVEN;
    }

    /** That it was random has to be shown again. */
    void unprove() {
        allowed = UNPROVEN;
    }

    /** It was a queue: nothing is known of random losses. */
    void forget() {
        allowed = UNPROVEN;
        lost = 0;
        total = 0;
    }

    /** Returns whether more than what is taken for random anyway was shown to be. */
    boolean isProven() {
        return allowed > UNPROVEN;
    }

    /** Returns how much may be lost before it is asked where it comes from, 0 to 1. */
    double allowed() {
        return allowed;
    }

    /** What was lost up to this report says nothing about the path from now on. */
    void restart(RateSample s) {
        roundReceived = s.receivedPackets;
        roundMissing = s.missingPackets;
        newestMissing = s.missingPackets;
        lossReports = 0;
        ratio = 0;
        packets = 0;
    }

    /** Returns the loss ratio of the last whole round, 0 to 1. */
    double ratio() {
        return ratio;
    }

    /** Returns how many packets the last whole round had. */
    double packets() {
        return (double) packets;
    }

    /** Returns how many of them were lost. */
    double roundLost() {
        return ratio * (double) packets;
    }

    /** Returns in how many reports of the last whole round losses appeared. */
    int lossReports() {
        return roundLossReports;
    }

    /**
     * Returns the share of packets lost for other reasons than congestion, 0 to 0.5: no more than
     * what is lost now, since it is compensated for.
     */
    double random() {
        return total == 0
                ? 0
                : Math.min(Math.min(lost / total, lately), Math.min(ceiling, allowed));
    }
}
