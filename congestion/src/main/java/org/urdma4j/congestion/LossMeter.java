package org.urdma4j.congestion;

/**
 * Loss ratio of each round, before any repair, and the part of it that is not congestion. A round
 * is the packets sent in one round trip, so a burst of losses within one report stays what it is in
 * a whole round.
 *
 * <p>Loss counts as random where the sender did not press and saw no queue. Its ratio is what such
 * rounds show, over at least the last few thousand packets, and no more than what the last probe
 * for the round trip allows: at half the rate no buffer of ours overflows.
 */
final class LossMeter {
    /** Packets after which older rounds count half. */
    private static final double MEMORY_PACKETS = 8192;

    /** Beyond this share compensating for loss would be more flood than help. */
    private static final double MAX_RANDOM = 0.15;

    /** Fewer packets than this say too little about the loss ratio. */
    private static final double MIN_SPAN_PACKETS = 100;

    private long quietReceived;
    private long quietMissing;
    private long roundReceived;
    private long roundMissing;
    private long newestMissing;
    private int lossReports;
    private int roundLossReports;
    private double ratio;
    private long packets;
    private double lost;
    private double total;
    private double ceiling = MAX_RANDOM;

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
        roundMissing = s.missingPackets;
        roundReceived = s.receivedPackets;
        roundLossReports = lossReports;
        lossReports = 0;
    }

    /** The round just closed was calm: its losses are random. */
    void countAsRandom() {
        if (packets <= 0) {
            return;
        }
        lost += ratio * (double) packets;
        total += (double) packets;
        if (total > MEMORY_PACKETS) {
            lost /= 2;
            total /= 2;
        }
    }

    /** From this report on the packets were sent at a rate that overflows no buffer of ours. */
    void beginQuietSpan(RateSample s) {
        quietReceived = s.receivedPackets;
        quietMissing = s.missingPackets;
    }

    /** Ends the span: random loss is no more than it showed, with three standard deviations. */
    void endQuietSpan(RateSample s) {
        double missing = (double) (s.missingPackets - quietMissing);
        double all = missing + (double) (s.receivedPackets - quietReceived);
        if (all >= MIN_SPAN_PACKETS) {
            ceiling = Math.min(MAX_RANDOM, (missing + 3 * Math.sqrt(missing) + 3) / all);
        }
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

    /** Returns in how many reports of the last whole round losses appeared. */
    int lossReports() {
        return roundLossReports;
    }

    /** Returns the share of packets lost for other reasons than congestion, 0 to 0.15. */
    double random() {
        return total == 0 ? 0 : Math.min(lost / total, ceiling);
    }
}
