package org.urdma4j.verbs;

import java.util.Map;
import java.util.Objects;

/**
 * What a queue pair has counted since it was created, and what it knows of its path, by one moment:
 * {@link QueuePair#statistics}. What isn't known, or has no meaning in the profile, is 0.
 * Immutable.
 *
 * @param qpNum its number, 24 bits
 * @param destQpNum the peer's, 0 before RTR
 * @param type the transport service
 * @param state the state it is in
 * @param peer the address of the connected host, with a port where there is one, empty if there is
 *     no peer
 * @param profile {@code urdma} or {@code standard}
 * @param congestion what congestion control is doing, {@code go-back-n} in the Standard profile
 * @param rttNs the last round trip measured, without the receiver's holding time, nanoseconds
 * @param minRttNs the round trip of the empty path, nanoseconds
 * @param inFlightBytes bytes on the way to the peer
 * @param windowBytes how many bytes may be on the way, {@link Long#MAX_VALUE} without a limit
 * @param pacingBitsPerSecond the rate at which packets leave, bits per second on the wire, 0 when
 *     they aren't paced
 * @param deliveryBitsPerSecond the rate at which the path is believed to deliver, bits per second
 *     on the wire
 * @param queueDelayNs by how much the newest packet known to have arrived took longer than over the
 *     empty path, nanoseconds
 * @param payloadBytes payload of a full packet
 * @param counters as {@link DeviceStatistics#counters}, of this queue pair alone
 */
public record QpStatistics(
        int qpNum,
        int destQpNum,
        QpType type,
        QpState state,
        String peer,
        String profile,
        String congestion,
        long rttNs,
        long minRttNs,
        long inFlightBytes,
        long windowBytes,
        long pacingBitsPerSecond,
        long deliveryBitsPerSecond,
        long queueDelayNs,
        int payloadBytes,
        Map<String, Long> counters) {
    /** Checks that nothing is missing. */
    public QpStatistics {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(peer, "peer");
        Objects.requireNonNull(profile, "profile");
        Objects.requireNonNull(congestion, "congestion");
        Objects.requireNonNull(counters, "counters");
    }

    /** Returns a counter, 0 for one that the device doesn't have. */
    public long counter(String name) {
        return counters.getOrDefault(name, 0L);
    }
}
