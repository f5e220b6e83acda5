package org.urdma4j.transport.qp;

/**
 * How the data of a peer that dates its packets has come since the queue pair was connected. All
 * but the jitter are sums over packets: what came meanwhile is the difference of two.
 *
 * @param jitterNs interarrival jitter now (RFC 3550, 6.4.1), in nanoseconds
 * @param packets of data
 * @param differenceNs from the peer's reading when they left to ours when they came, in
 *     nanoseconds: how long they were on their way if both ends read the same clock
 * @param judged those of them that told how long ours take to the peer
 * @param delayNs how long these were on their way, in nanoseconds, as if the shortest way here took
 *     as long as the shortest way back
 * @param doubtNs by how much that may be wrong either way, in nanoseconds: half the shortest round
 *     trip of the second in which each came
 */
public record ArrivalStatistics(
        long jitterNs, long packets, long differenceNs, long judged, long delayNs, long doubtNs) {
    /** Nothing that was dated has come. */
    public static final ArrivalStatistics NONE = new ArrivalStatistics(0, 0, 0, 0, 0, 0);

    /** Returns what came since {@code before}, with the jitter of now. */
    public ArrivalStatistics minus(ArrivalStatistics before) {
        return new ArrivalStatistics(
                jitterNs,
                packets - before.packets,
                differenceNs - before.differenceNs,
                judged - before.judged,
                delayNs - before.delayNs,
                doubtNs - before.doubtNs);
    }

    /** Returns both together, the jitters added up. */
    public ArrivalStatistics plus(ArrivalStatistics other) {
        return new ArrivalStatistics(
                jitterNs + other.jitterNs,
                packets + other.packets,
                differenceNs + other.differenceNs,
                judged + other.judged,
                delayNs + other.delayNs,
                doubtNs + other.doubtNs);
    }
}
