package org.urdma4j.congestion;

/**
 * The round trip of the empty path, and how much longer a packet took than that: the queue. Forward
 * delay and round trip must agree, so neither a queue on the way back (only in the round trip) nor
 * clocks that drift apart (only in the forward delay) pass for a queue on the way there.
 *
 * <p>The smallest values fall at once; they rise only by {@link #endProbe}, since only a probe
 * shows the difference between a longer path and a standing queue.
 */
final class DelaySignal {
    private long minRttNs;
    private long minForwardNs;
    private boolean forwardKnown;
    private long queueNs;
    private long lowestFallNs;
    private long probeRttNs;
    private long probeForwardNs;
    private boolean probing;

    void onSample(RateSample s) {
        if (s.rttNs > 0 && (minRttNs == 0 || s.rttNs < minRttNs)) {
            // A fall by more than jitter: this is when a standing queue was last away.
            if (s.rttNs < minRttNs - minRttNs / 50) {
                lowestFallNs = s.nowNs;
            }
            minRttNs = s.rttNs;
        }
        if (!forwardKnown || s.forwardDelayNs - minForwardNs < 0) {
            minForwardNs = s.forwardDelayNs;
            forwardKnown = true;
        }
        if (probing && s.rttNs > 0 && (probeRttNs == 0 || s.rttNs < probeRttNs)) {
            probeRttNs = s.rttNs;
            probeForwardNs = s.forwardDelayNs;
        }
        long forwardQueueNs = s.forwardDelayNs - minForwardNs;
        queueNs = s.rttNs > 0 ? Math.min(forwardQueueNs, s.rttNs - minRttNs) : forwardQueueNs;
    }

    /** From here on the sender keeps the queue empty as far as it is its own. */
    void beginProbe() {
        probing = true;
        probeRttNs = 0;
    }

    /** Takes the smallest of the probe for the path's, be it larger than what was known. */
    void endProbe() {
        if (probing && probeRttNs > 0) {
            minRttNs = probeRttNs;
            minForwardNs = probeForwardNs;
        }
        probing = false;
    }

    /** Returns the round trip of the empty path, 0 while unknown. */
    long minRttNs() {
        return minRttNs;
    }

    /** Returns the queueing delay of the newest sample. */
    long queueNs() {
        return queueNs;
    }

    /** Returns when the smallest round trip last fell noticeably. */
    long lowestFallNs() {
        return lowestFallNs;
    }
}
