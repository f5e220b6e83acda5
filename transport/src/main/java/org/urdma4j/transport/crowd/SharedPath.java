package org.urdma4j.transport.crowd;

/**
 * What all queue pairs to one peer have seen of the path together: the rate at which their data
 * arrived, the shortest round trip, and whether the queue overflows. Rate and round trip are
 * forgotten unless they are seen again: they are the best of this epoch and the one before.
 */
final class SharedPath {
    /** A rate is taken over no less, since reports come in bursts. */
    private static final long LEAST_SPAN_NS = 10_000_000;

    private static final long EPOCH_NS = 2_000_000_000;

    /** What may be in flight in paths full: room for bursts, and for a path that has more. */
    private static final double MOST = 2;

    /** The same where that is too much for the queue. */
    private static final double LEAST = 1.25;

    private static final double DOWN = 0.9;
    private static final double UP = 0.02;

    /** What {@link org.urdma4j.congestion.Rrcc} takes for an overflow, too. */
    private static final double OVERFLOW = 0.02;

    private static final int PATIENCE = 3;
    private static final long PATIENCE_NS = 20_000_000;
    private static final long UNKNOWN_NS = 250_000_000;

    private boolean began;
    private long epochNs;
    private long spanNs;
    private long spanBytes;
    private long spanCame;
    private long spanLost;
    private double rate; // bytes a nanosecond
    private double rateBefore;
    private long rttNs; // 0 for unknown
    private long rttBeforeNs;
    private long smoothNs;
    private double full = MOST;

    /**
     * A report came.
     *
     * @param bytes that have come since the last of the same queue pair
     * @param came packets since then
     * @param lost packets that were missed since then
     * @param roundTripNs newest
     * @param minRttNs of the empty path, 0 while unknown
     */
    void onReport(long bytes, long came, long lost, long roundTripNs, long minRttNs, long nowNs) {
        if (!began || nowNs - epochNs >= EPOCH_NS) {
            turnOver(nowNs);
        }
        smoothNs = smoothNs == 0 ? roundTripNs : smoothNs + (roundTripNs - smoothNs) / 8;
        rttNs = shorter(rttNs, minRttNs);
        spanBytes += bytes;
        spanCame += came;
        spanLost += lost;
        if (nowNs - spanNs >= Math.max(LEAST_SPAN_NS, smoothNs)) {
            endSpan((double) spanBytes / (double) (nowNs - spanNs));
            beginSpan(nowNs);
        }
    }

    private void endSpan(double spanRate) {
        rate = Math.max(rate, spanRate);
        if ((double) spanLost > OVERFLOW * (double) (spanLost + spanCame)) {
            full = Math.max(LEAST, DOWN * full);
        } else {
            full = Math.min(MOST, full + UP);
        }
    }

    private void beginSpan(long nowNs) {
        spanNs = nowNs;
        spanBytes = 0;
        spanCame = 0;
        spanLost = 0;
    }

    private void turnOver(long nowNs) {
        boolean next = began && nowNs - epochNs < 2 * EPOCH_NS;
        rateBefore = next ? rate : 0;
        rttBeforeNs = next ? rttNs : 0;
        rate = 0;
        rttNs = 0;
        if (!next) {
            full = MOST;
            beginSpan(nowNs);
        }
        epochNs = nowNs;
        began = true;
    }

    private static long shorter(long oneNs, long otherNs) {
        return oneNs == 0 || otherNs == 0 ? Math.max(oneNs, otherNs) : Math.min(oneNs, otherNs);
    }

    /** Returns after what time who has heard nothing may take it that packets were lost. */
    long patienceNs() {
        return smoothNs == 0 ? UNKNOWN_NS : PATIENCE * smoothNs + PATIENCE_NS;
    }

    /** Returns what may be in flight, 0 while nothing is known. */
    long limitBytes() {
        double bytesPerNs = Math.max(rate, rateBefore);
        return (long) (full * bytesPerNs * (double) shorter(rttNs, rttBeforeNs));
    }
}
