package org.urdma4j.measure.run;

import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.transport.qp.ArrivalStatistics;

/**
 * How evenly data came, and how long it was on its way.
 *
 * @param packets of which the latter is known; 0 if nothing is, as without URDMA
 * @param jitterNs interarrival jitter at the end (RFC 3550, 6.4.1), of several queue pairs the mean
 * @param delayNs one way, the mean of all packets
 * @param errorNs by how much that may be wrong either way: what timestamps count in if both ends
 *     read the same clock, otherwise half the least round trip
 * @param oneClock whether they do
 */
public record Arrivals(
        long packets, double jitterNs, double delayNs, double errorNs, boolean oneClock) {
    static Arrivals of(ArrivalStatistics sums, boolean oneClock) {
        double packets = (double) Math.max(1, sums.packets());
        return new Arrivals(
                sums.packets(),
                (double) sums.jitterNs(),
                (double) (oneClock ? sums.differenceNs() : sums.delayNs()) / packets,
                oneClock ? Timestamp.UNIT_NS : (double) sums.doubtNs() / packets,
                oneClock);
    }
}
