package org.urdma4j.measure.traffic;

/**
 * What an end that sends thinks of the path now; 0 where it doesn't know. Of several streams times
 * are means, the rest sums.
 *
 * @param rttNs round trip, smoothed
 * @param minRttNs shortest round trip
 * @param inFlightBytes sent and not yet acknowledged
 * @param pacingBps the rate that it paces at, bit/s
 * @param queueNs the queue that it sees on the path
 * @param payloadBytes that full packets carry now, of several streams the least
 */
public record PathGauge(
        long rttNs,
        long minRttNs,
        long inFlightBytes,
        long pacingBps,
        long queueNs,
        int payloadBytes) {
    /** Nothing is known. */
    public static final PathGauge NONE = new PathGauge(0, 0, 0, 0, 0, 0);
}
