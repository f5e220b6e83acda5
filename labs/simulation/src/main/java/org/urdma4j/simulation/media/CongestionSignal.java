package org.urdma4j.simulation.media;

/**
 * What a receiver makes of the packets of a media flow (RFC 8698, section 4.2): queueing delay over
 * the smallest one-way delay, and shares of losses and marks of the last 500 ms, as one delay.
 */
final class CongestionSignal {
    private static final int WINDOW = 5;
    private static final double RISING_UP_TO_MS = 10;
    private static final double WARPED_FROM_MS = 50;
    private static final double WARP = 0.5;
    private static final double LOSS_MS = 10;
    private static final double MARK_MS = 2;
    private static final double REFERENCE_SHARE = 0.01;
    private static final double SMOOTHING = 0.1;

    /** So many losses apart, warped delays are taken for a rival's. */
    private static final double LOSS_MEMORY = 7;

    private final long[] bits = new long[WINDOW];
    private final double[] largestMs = new double[WINDOW];
    private final long[] received = new long[WINDOW];
    private final long[] lost = new long[WINDOW];
    private final long[] marked = new long[WINDOW];
    private int intervals;
    private double baseMs = Double.MAX_VALUE;
    private double smallestMs = Double.MAX_VALUE;
    private double lossShare;
    private double markShare;
    private double packetsPerLoss;
    private long sinceLoss;
    private boolean lossSeen;

    /**
     * Takes a packet.
     *
     * @param missing how many before it are missing
     */
    void onPacket(double delayMs, int packetBits, int missing, boolean withMark) {
        int at = intervals % WINDOW;
        baseMs = Math.min(baseMs, delayMs);
        smallestMs = Math.min(smallestMs, delayMs);
        largestMs[at] = Math.max(largestMs[at], delayMs);
        bits[at] += packetBits;
        received[at]++;
        lost[at] += missing;
        marked[at] += withMark ? 1 : 0;
        sinceLoss++;
        if (missing > 0) {
            packetsPerLoss =
                    lossSeen ? (1 - SMOOTHING) * packetsPerLoss + SMOOTHING * sinceLoss : sinceLoss;
            lossSeen = true;
            sinceLoss = 0;
        }
    }

    /** Returns the rate received in the last 500 ms, or since the first packet, in bit/s. */
    double receivedRate(double intervalMs) {
        return 1e3 * sum(bits) / (intervalMs * Math.min(intervals + 1, WINDOW));
    }

    /** Returns whether nothing speaks against a steep rise. */
    boolean isRising() {
        for (double each : largestMs) {
            if (each - baseMs >= RISING_UP_TO_MS) {
                return false;
            }
        }
        return sum(lost) == 0 && sum(marked) == 0;
    }

    /** Returns the aggregate signal in milliseconds. */
    double signalMs() {
        double packets = Math.max(1, sum(received) + sum(lost));
        lossShare += SMOOTHING * (sum(lost) / packets - lossShare);
        markShare += SMOOTHING * (sum(marked) / packets - markShare);
        double queueMs = smallestMs == Double.MAX_VALUE ? 0 : smallestMs - baseMs;
        boolean beside = lossSeen && sinceLoss < LOSS_MEMORY * packetsPerLoss;
        if (beside && queueMs >= WARPED_FROM_MS) {
            queueMs =
                    WARPED_FROM_MS * Math.exp(-WARP * (queueMs - WARPED_FROM_MS) / WARPED_FROM_MS);
        }
        return queueMs
                + LOSS_MS * Math.pow(lossShare / REFERENCE_SHARE, 2)
                + MARK_MS * Math.pow(markShare / REFERENCE_SHARE, 2);
    }

    /** Begins the next interval. */
    void next() {
        int at = ++intervals % WINDOW;
        largestMs[at] = 0;
        bits[at] = 0;
        received[at] = 0;
        lost[at] = 0;
        marked[at] = 0;
        smallestMs = Double.MAX_VALUE;
    }

    private static long sum(long[] values) {
        long sum = 0;
        for (long each : values) {
            sum += each;
        }
        return sum;
    }
}
