package org.urdma4j.retransmit.sack;

/**
 * The round trip: smoothed, its variation, its minimum, and the retransmission timeout (RFC 6298).
 * As there are many samples a round trip, the variation shrinks faster than RFC 6298 assumes; half
 * a smoothed round trip is its floor in the timeout, which also covers the wait for a report.
 */
final class RoundTrip {
    static final long LARGEST_RTO_NS = 2_000_000_000L;
    static final long SMALLEST_RTO_NS = 10_000_000L;
    static final long UNKNOWN_RTO_NS = 1_000_000_000L;

    private static final long LARGEST_NOISE_NS = 50_000_000L;
    private static final long MINIMUM_LIVES_NS = 10_000_000_000L;

    private boolean sampled;
    private long smoothedNs;
    private long variationNs;
    private long latestNs;
    private long minimumNs;
    private long previousMinimumNs;
    private long minimumSinceNs;
    private boolean minimumDated;
    private long noiseNs;

    void start() {
        sampled = false;
        smoothedNs = 0;
        variationNs = 0;
        latestNs = 0;
        minimumNs = 0;
        previousMinimumNs = 0;
        minimumDated = false;
    }

    /** Sets by how much this host is late at times, which is granted to the peer too. */
    void noise(long ns) {
        noiseNs = Math.min(ns, LARGEST_NOISE_NS);
    }

    long noiseNs() {
        return noiseNs;
    }

    void onSample(long rttNs) {
        if (rttNs <= 0) {
            return;
        }
        latestNs = rttNs;
        if (!sampled) {
            sampled = true;
            smoothedNs = rttNs;
            variationNs = rttNs / 2;
            minimumNs = rttNs;
            previousMinimumNs = rttNs;
            return;
        }
        variationNs += (Math.abs(smoothedNs - rttNs) - variationNs) / 4;
        smoothedNs += (rttNs - smoothedNs) / 8;
        minimumNs = Math.min(minimumNs, rttNs);
    }

    /** Forgets a minimum that is older than 10 to 20 seconds: the path may have changed. */
    void age(long nowNs) {
        if (!minimumDated) {
            minimumDated = true;
            minimumSinceNs = nowNs;
        } else if (sampled && nowNs - minimumSinceNs >= MINIMUM_LIVES_NS) {
            previousMinimumNs = minimumNs;
            minimumNs = latestNs;
            minimumSinceNs = nowNs;
        }
    }

    long smoothedNs() {
        return smoothedNs;
    }

    long minimumNs() {
        return Math.min(minimumNs, previousMinimumNs);
    }

    long latestNs() {
        return latestNs;
    }

    /**
     * Returns within which time after sending a report tells of it (the time of RACK, RFC 8985,
     * with the variation or a sixteenth as a margin).
     */
    long answerNs() {
        return Math.max(smoothedNs(), latestNs()) + Math.max(variationNs, smoothedNs() / 16);
    }

    /** Returns the timeout without back-off. */
    long rtoNs() {
        if (!sampled) {
            return UNKNOWN_RTO_NS;
        }
        return clip(smoothedNs + Math.max(4 * variationNs, smoothedNs / 2) + 4 * noiseNs);
    }

    private static long clip(long rtoNs) {
        return Math.clamp(rtoNs, SMALLEST_RTO_NS, LARGEST_RTO_NS);
    }
}
