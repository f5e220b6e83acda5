package org.urdma4j.transport.fairqueue;

/**
 * What all queue pairs to one peer have seen of the path together: the rate at which their data
 * arrived, the shortest round trip, and whether the queue overflows. Rates and round trip are
 * forgotten unless they are seen again: they are the best of this epoch and the one before.
 */
final class SharedPath {
    /** A rate is taken over no less, since reports come in bursts. */
    private static final long LEAST_SPAN_NS = 10_000_000;

    /** The same where a burst too much would be taken for the path's. */
    private static final long SURE_SPAN_NS = 30_000_000;

    /** The best of this epoch and the one before counts. */
    static final long EPOCH_NS = 2_000_000_000;

    /** What was lost is made up for up to here, as {@link org.urdma4j.congestion.Rrcc} does. */
    private static final double MOST_LOST = 0.15;

    /** A start-up grows by more in a span, and is over after so many in which it didn't. */
    private static final double GROWTH = 1.25;

    private static final int FOUND = 4;

    /** Fewer say nothing of losses. */
    private static final int LEAST_PACKETS = 256;

    private static final int PATIENCE = 3;
    private static final long PATIENCE_NS = 20_000_000;
    private static final long UNKNOWN_NS = 250_000_000;

    private BestRate rate = new BestRate();
    private BestRate sureRate = new BestRate();
    private final FullRate fullRate = new FullRate();
    private Overflow overflow = new Overflow();
    private boolean began;
    private long epochNs;
    private long came;
    private long lost;
    private double lostShare;
    private long rttNs; // 0 for unknown
    private long rttBeforeNs;
    private long smoothNs;
    private boolean heldBack;

    /** Spans since the rate grew for the last time, until they are enough. */
    private int spans;

    /**
     * A report came.
     *
     * @param bytes that have come since the last of the same queue pair
     * @param newCame packets since then
     * @param newLost packets that were missed since then
     * @param roundTripNs newest
     * @param minRttNs of the empty path, 0 while unknown
     * @param full whether that queue pair has more to send than it may, and knows what that is
     */
    void onReport(
            long bytes,
            long newCame,
            long newLost,
            long roundTripNs,
            long minRttNs,
            boolean full,
            long nowNs) {
        if (!began || nowNs - epochNs >= EPOCH_NS) {
            turnOver(nowNs);
        }
        smoothNs = smoothNs == 0 ? roundTripNs : smoothNs + (roundTripNs - smoothNs) / 8;
        rttNs = shorter(rttNs, minRttNs);
        came += newCame;
        lost += newLost;
        double before = rate.perNs();
        double latest = rate.onBytes(bytes, roundNs(), nowNs);
        if (latest >= 0) {
            if (!isFound()) {
                spans = latest > GROWTH * before ? 0 : spans + 1;
            }
            judgeLoss();
        }
        long sureSpanNs = Math.max(SURE_SPAN_NS, smoothNs);
        sureRate.onBytes(bytes, sureSpanNs, nowNs);
        fullRate.onReport(bytes, full, sureSpanNs, nowNs);
    }

    private void judgeLoss() {
        long packets = lost + came;
        if (packets < LEAST_PACKETS) {
            return;
        }
        double share = (double) lost / (double) packets;
        lostShare += (share - lostShare) / 8;
        overflow.onRound(share, packets);
        came = 0;
        lost = 0;
    }

    private void turnOver(long nowNs) {
        if (began && nowNs - epochNs < 2 * EPOCH_NS) {
            rate.turnOver();
            rttBeforeNs = rttNs;
            if (!heldBack) {
                sureRate.turnOver();
            }
        } else {
            rate = new BestRate();
            sureRate = new BestRate();
            overflow = new Overflow();
            rttBeforeNs = 0;
            lostShare = 0;
            spans = 0;
            came = 0;
            lost = 0;
        }
        heldBack = false;
        rttNs = 0;
        epochNs = nowNs;
        began = true;
    }

    private static long shorter(long oneNs, long otherNs) {
        return oneNs == 0 || otherNs == 0 ? Math.max(oneNs, otherNs) : Math.min(oneNs, otherNs);
    }

    /** Returns a round trip, or what is too short to tell. */
    long roundNs() {
        return Math.max(LEAST_SPAN_NS, smoothNs);
    }

    /** Returns after what time who has heard nothing may take it that packets were lost. */
    long patienceNs() {
        return smoothNs == 0 ? UNKNOWN_NS : PATIENCE * smoothNs + PATIENCE_NS;
    }

    /**
     * Returns what may be in flight.
     *
     * @param leastBytes may be in any case, unless they are too much for the queue
     */
    long limitBytes(long leastBytes) {
        double content = rate.perNs() * (double) minRttNs();
        return (long) Math.max(overflow.full() * content, overflow.least() * (double) leastBytes);
    }

    /** Returns whether the queue has overflowed, and may do so again. */
    boolean isOverflowing() {
        return overflow.isSeen();
    }

    /** Returns whether the rate seen is that of a full path: it has ceased to grow. */
    boolean isFound() {
        return spans >= FOUND;
    }

    /** Returns what has to be sent for the path to be full, in bytes a nanosecond, 0 if unknown. */
    double sendRate() {
        return sureRate.perNs() * (1 + Math.min(MOST_LOST, lostShare));
    }

    /**
     * Returns the rate at which data of all may be expected to arrive, in bytes a nanosecond, 0 if
     * nothing was seen lately.
     */
    double expectedRate(long nowNs) {
        return fullRate.perNs(nowNs);
    }

    /** Returns the round trip of the empty path, 0 if unknown. */
    long minRttNs() {
        return shorter(rttNs, rttBeforeNs);
    }

    /** Somebody sent less than it would have, so that a lower rate doesn't show a slower path. */
    void onHeldBack() {
        heldBack = true;
    }
}
