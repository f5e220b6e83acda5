package org.urdma4j.transport.qp;

/**
 * What one queue pair knows of its path and of what it has on the way, at one moment. What isn't
 * known, or has no meaning in the profile, is 0.
 *
 * @param profile {@code "urdma"} or {@code "standard"}
 * @param rttNs the last round trip measured, without the receiver's holding time, in nanoseconds
 * @param minRttNs the round trip of the empty path, in nanoseconds
 * @param inFlightBytes URDMA: bytes sent after the newest packet known to have arrived, with the
 *     framing of the network; Standard: bytes not acknowledged, as {@link EngineConfig} counts them
 * @param windowBytes how many bytes may be in flight, {@link Long#MAX_VALUE} for no limit
 * @param pacingBitsPerSecond the rate at which packets leave, bits per second on the wire, 0 when
 *     they aren't paced
 * @param deliveryBitsPerSecond the rate at which the path is believed to deliver, bits per second
 *     on the wire
 * @param queueDelayNs by how much the newest packet known to have arrived took longer than the
 *     empty path, in nanoseconds
 * @param state what congestion control is doing, {@code "go-back-n"} in the Standard profile
 * @param payloadBytes payload of a full packet
 * @param unacknowledgedPsn the first sequence number of ours, 24 bits, that the peer has not
 *     acknowledged; keeps its value when the queue pair fails
 * @param arrivals how the peer's data has come; {@link ArrivalStatistics#NONE} in the Standard
 *     profile, whose packets aren't dated
 */
public record PathStatistics(
        String profile,
        long rttNs,
        long minRttNs,
        long inFlightBytes,
        long windowBytes,
        long pacingBitsPerSecond,
        long deliveryBitsPerSecond,
        long queueDelayNs,
        String state,
        int payloadBytes,
        int unacknowledgedPsn,
        ArrivalStatistics arrivals) {}
