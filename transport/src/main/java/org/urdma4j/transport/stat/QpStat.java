package org.urdma4j.transport.stat;

import java.util.Map;

/**
 * What a queue pair has counted by a moment, and what it knows of its path: {@link
 * org.urdma4j.transport.qp.PathStatistics}, whose units these are.
 *
 * @param peer address of the connected host
 * @param counters by the names of {@link org.urdma4j.transport.counter.Counter#label}
 */
public record QpStat(
        int qpn,
        int destQpn,
        String type,
        String state,
        String profile,
        String congestion,
        String peer,
        long rttNs,
        long minRttNs,
        long inFlightBytes,
        long windowBytes,
        long pacingBitsPerSecond,
        long deliveryBitsPerSecond,
        long queueDelayNs,
        int payloadBytes,
        int unacknowledgedPsn,
        Map<String, Long> counters) {
    /** Returns a counter, 0 for one that the process doesn't have. */
    public long counter(String name) {
        return counters.getOrDefault(name, 0L);
    }
}
