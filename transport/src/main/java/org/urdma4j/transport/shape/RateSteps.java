package org.urdma4j.transport.shape;

import org.urdma4j.protection.shape.Shape;

/**
 * How fast slots follow each other where the path doesn't take the rate that was asked for. The
 * rate changes by the factor two alone: it halves after a second in which congestion control would
 * have sent less, or in which no report came, and doubles after ten without one. Whoever watches
 * learns this of the path, which data and chaff load alike, and nothing of the data.
 */
final class RateSteps {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int ROUND_TRIPS = 2;
    private static final int ROOM_SECONDS = 10;

    /** Congestion control probes up and down by so much without meaning it, in eighths. */
    private static final int SLACK_EIGHTHS = 1;

    private static final int EIGHTHS = 8;

    private long top;
    private long bitsPerSecond;
    private int seconds;
    private long beginNs;
    private long seenNs;
    private long roundTripNs;
    private double allowedNanoBits;
    private long packets;
    private long measured;
    private long knownNs;
    private boolean began;
    private boolean heard;

    /** Whether what congestion control knows is of another rate yet. */
    private boolean fresh;

    RateSteps(long top) {
        this.top = top;
        bitsPerSecond = top;
    }

    /** Sets the rate that is never exceeded; returns whether that changes the present one. */
    boolean cap(long mostBitsPerSecond) {
        long before = bitsPerSecond;
        if (bitsPerSecond == top) {
            bitsPerSecond = mostBitsPerSecond;
        }
        top = mostBitsPerSecond;
        bitsPerSecond = Math.min(bitsPerSecond, top);
        return bitsPerSecond != before;
    }

    long bitsPerSecond() {
        return bitsPerSecond;
    }

    void onSent(int sent) {
        packets += sent;
    }

    /** So many of them are of the kind that reports count. */
    void onMeasured(int sent) {
        measured += sent;
    }

    /** A report has come of what was sent. */
    void onReport(long rttNs) {
        heard = true;
        roundTripNs = rttNs;
    }

    /** Nothing was sent for a while, so that nothing is known of the path. */
    void pause() {
        began = false;
    }

    /**
     * A slot has come.
     *
     * @param allowed what congestion control would send at, in bits per second; 0 if it doesn't
     *     know
     * @return whether the rate has changed
     */
    boolean onSlot(long allowed, long nowNs) {
        if (!began) {
            began = true;
            begin(nowNs, true);
            return false;
        }
        long ns = nowNs - seenNs;
        seenNs = nowNs;
        if (allowed > 0) {
            knownNs += ns;
            allowedNanoBits += (double) ns * (double) Math.min(allowed, 2 * bitsPerSecond);
        }
        if (nowNs - beginNs < Math.max(SECOND_NS, ROUND_TRIPS * roundTripNs)) {
            return false;
        }
        boolean less = !fresh && (!heard || isLess());
        begin(nowNs, false);
        return step(less);
    }

    private boolean isLess() {
        double share = (double) measured / (double) Math.max(1, packets);
        double wanted = (double) bitsPerSecond * share * (EIGHTHS - SLACK_EIGHTHS) / EIGHTHS;
        return knownNs > 0 && allowedNanoBits < wanted * (double) knownNs;
    }

    private boolean step(boolean less) {
        long before = bitsPerSecond;
        seconds = less ? 0 : seconds + 1;
        if (less) {
            bitsPerSecond = Math.max(bitsPerSecond / 2, Math.min(top, Shape.LEAST_RATE));
        } else if (seconds >= ROOM_SECONDS) {
            seconds = 0;
            bitsPerSecond = Math.min(2 * bitsPerSecond, top);
            fresh = bitsPerSecond != before;
        }
        return bitsPerSecond != before;
    }

    private void begin(long nowNs, boolean unknown) {
        beginNs = nowNs;
        seenNs = nowNs;
        allowedNanoBits = 0;
        knownNs = 0;
        packets = 0;
        measured = 0;
        heard = false;
        fresh = unknown;
    }
}
