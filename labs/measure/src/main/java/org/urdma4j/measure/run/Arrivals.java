package org.urdma4j.measure.run;

import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.transport.qp.ArrivalStatistics;

/**
 * How evenly data came, and how long it was on its way.
 *
 * @param packets of data that were dated; 0 without URDMA
 * @param jitterNs interarrival jitter at the end (RFC 3550, 6.4.1), of several queue pairs the mean
 * @param delayNs one way, the mean of all packets; NaN if none told of the way back and clocks
 *     differ
 * @param errorNs by how much that may be wrong either way: what timestamps count in if both ends
 *     read the same clock, otherwise half the least round trip
 * @param oneClock whether they do
 */
public record Arrivals(
        long packets, double jitterNs, double delayNs, double errorNs, boolean oneClock) {
    static Arrivals of(ArrivalStatistics sums, boolean oneClock) {
        return new Arrivals(
                sums.packets(),
                (double) sums.jitterNs(),
                oneClock
                        ? mean(sums.differenceNs(), sums.packets())
                        : mean(sums.delayNs(), sums.judged()),
                oneClock ? Timestamp.UNIT_NS : mean(sums.doubtNs(), sums.judged()),
                oneClock);
    }

    /** Returns whether anything is known of the one-way delay. */
    public boolean isJudged() {
        return !Double.isNaN(delayNs);
    }

    private static double mean(long sum, long of) {
        return of == 0 ? Double.NaN : (double) sum / (double) of;
    }
}
