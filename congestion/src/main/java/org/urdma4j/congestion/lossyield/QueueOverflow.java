package org.urdma4j.congestion.lossyield;

/**
 * Whether a queue overflowed in a round trip: of the packets that met it full more were lost than
 * are of the others, by more than chance. Random losses don't wait for a queue, so what is lost of
 * the others is what is lost at random.
 */
final class QueueOverflow {
    /** Packets after which older ones count half. */
    private static final double MEMORY_PACKETS = 16_384;

    private static final double SURE_DEVIATIONS = 3;

    /** With fewer of the other packets so much may be lost of them. */
    private static final double ENOUGH = 256;

    private static final double UNKNOWN = 0.02;
    private static final double FEWEST = 64;

    /** Over how many round trips the share of what overflowed is smoothed. */
    private static final double MEMORY_ROUNDS = 32;

    private final ShortQueue queue;
    private final Packets others = new Packets();
    private final Packets waited = new Packets();
    private final Packets round = new Packets();
    private double roundAll;
    private long missing;
    private long received;
    private long queueNs;
    private double share;

    private static final class Packets {
        double all;
        double lost;

        void add(double more, double moreLost) {
            all += more;
            lost += moreLost;
        }

        void halve() {
            all /= 2;
            lost /= 2;
        }

        void clear() {
            all = 0;
            lost = 0;
        }
    }

    /** From when so many packets had been received and were missing. */
    QueueOverflow(ShortQueue queue, long received, long missing) {
        this.queue = queue;
        this.received = received;
        this.missing = missing;
    }

    /**
     * @param nowReceived packets that had arrived, of all
     * @param nowMissing packets that were lost, of all
     * @param nowQueueNs what the newest packet waited
     */
    void onReport(long nowReceived, long nowMissing, long nowQueueNs) {
        double lost = (double) Math.max(0, nowMissing - missing);
        double all = lost + (double) Math.max(0, nowReceived - received);
        missing = Math.max(missing, nowMissing);
        received = nowReceived;
        // what was lost came between this packet and the last one that was reported
        long waitedNs = Math.max(nowQueueNs, queueNs);
        queueNs = nowQueueNs;
        if (queue.wasFull(waitedNs)) {
            waited.add(all, lost);
            round.add(all, lost);
        } else {
            others.add(all, lost);
        }
        roundAll += all;
        if (waited.all + others.all > MEMORY_PACKETS) {
            waited.halve();
            others.halve();
        }
    }

    /** Ends a round trip; returns whether the queue overflowed in it. */
    boolean endRound() {
        double chance =
                round.all * (others.all < ENOUGH ? UNKNOWN : (others.lost + 1) / others.all);
        boolean overflowed =
                round.lost > 0
                        && round.lost > chance + SURE_DEVIATIONS * Math.sqrt(chance)
                        && othersLoseLess();
        if (roundAll > 0) {
            double beyond = overflowed ? (round.lost - chance) / roundAll : 0;
            share += (beyond - share) / MEMORY_ROUNDS;
        }
        roundAll = 0;
        round.clear();
        return overflowed;
    }

    /** Returns which part of all packets of late overflowed a queue. */
    double share() {
        return share;
    }

    private boolean othersLoseLess() {
        if (others.all < FEWEST) {
            return false;
        }
        double lost = (others.lost + waited.lost) / (others.all + waited.all);
        double deviation = Math.sqrt(lost * (1 / others.all + 1 / waited.all));
        double more = waited.lost / waited.all - others.lost / others.all;
        return more > SURE_DEVIATIONS * deviation;
    }
}
