package org.urdma4j.retransmit.sack;

/**
 * How much earlier than the newest packet that arrived a missing one must have been sent to count
 * as lost (the reordering window of RFC 8985). It is 0 until a retransmission proves spurious, as
 * the receiver has let its reordering limit pass already; then a sixteenth of the smallest round
 * trip, doubled once a round trip while that goes on, at most a smoothed round trip; halved after
 * sixteen round trips without.
 */
final class LossWindow {
    private static final int LARGEST_STEP = 5;
    private static final int DECAY_ROUND_TRIPS = 16;

    private int step;
    private long changedNs;

    void start() {
        step = 0;
    }

    long windowNs(RoundTrip rtt) {
        if (step == 0) {
            return 0;
        }
        return Math.min((rtt.minimumNs() / 16) << (step - 1), rtt.smoothedNs());
    }

    void onSpurious(long nowNs, RoundTrip rtt) {
        if (step == 0 || nowNs - changedNs >= rtt.smoothedNs()) {
            step = Math.min(step + 1, LARGEST_STEP);
            changedNs = nowNs;
        }
    }

    void decay(long nowNs, RoundTrip rtt) {
        if (step > 0 && nowNs - changedNs >= DECAY_ROUND_TRIPS * rtt.smoothedNs()) {
            step--;
            changedNs = nowNs;
        }
    }
}
