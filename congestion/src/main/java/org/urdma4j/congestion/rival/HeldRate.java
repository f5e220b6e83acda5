package org.urdma4j.congestion.rival;

import org.urdma4j.congestion.RateSample;

import java.util.Arrays;

/**
 * A share held as BBR holds it: the highest rate of ten rounds, a probe of a quarter every eight
 * round trips and as much less after it, two bandwidth-delay products in flight, and no heed to
 * queue or loss.
 */
final class HeldRate {
    private static final int ROUNDS = 10;
    private static final double[] CYCLE = {1.25, 0.75, 1, 1, 1, 1, 1, 1};
    private static final double WINDOW = 2;

    private final long[] most = new long[ROUNDS];
    private int round;
    private int phase;
    private long phaseNs;

    /** Begins at a rate in bit/s. */
    void begin(long nowNs, long rate) {
        Arrays.fill(most, 0);
        most[round] = rate;
        // not all who begin together probe together
        phase = 2 + (int) ((nowNs >>> 10) % (CYCLE.length - 2));
        phaseNs = nowNs;
    }

    void onSample(RateSample s, long minRttNs) {
        if (!s.appLimited || s.deliveryBitsPerSecond > rate()) {
            most[round] = Math.max(most[round], s.deliveryBitsPerSecond);
        }
        if (s.roundEnd) {
            round = (round + 1) % ROUNDS;
            most[round] = 0;
        }
        boolean drained =
                CYCLE[phase] < 1 && s.inFlightBytes <= (double) rate() * (double) minRttNs / 8e9;
        if (s.nowNs - phaseNs >= minRttNs || drained) {
            phase = (phase + 1) % CYCLE.length;
            phaseNs = s.nowNs;
        }
    }

    /** Returns the rate that is held, in bit/s. */
    long rate() {
        long rate = 0;
        for (long of : most) {
            rate = Math.max(rate, of);
        }
        return rate;
    }

    /** Returns the rate to send at, in bit/s. */
    double pacing() {
        return CYCLE[phase] * (double) rate();
    }

    /** Returns how many bytes may be in flight. */
    double window(long minRttNs) {
        return WINDOW * (double) rate() * (double) minRttNs / 8e9;
    }
}
