package org.urdma4j.transport.qp;

/**
 * How the data of a peer that dates its packets has come since the queue pair was connected. All
 * but the jitter are sums over packets: what came meanwhile is the difference of two.
 *
 * @param jitterNs interarrival jitter now (RFC 3550, 6.4.1), in nanoseconds
 * @param packets of which the peer also told how long ours take to it
 * @param delayNs how long these were on their way, in nanoseconds, as if the shortest way here took
 *     as long as the shortest way back
 * @param doubtNs by how much that may be wrong either way, in nanoseconds: half the shortest round
 *     trip of the second in which each came
 * @param differenceNs from the peer's reading when they left to ours when they came, in
 *     nanoseconds: how long they were on their way if both ends read the same clock
 */
public record ArrivalStatistics(
        long jitterNs, long packets, long delayNs, long doubtNs, long differenceNs) {
    /** Nothing that was dated has come. */
    public static final ArrivalStatistics NONE = new ArrivalStatistics(0, 0, 0, 0, 0);

    /** Returns what came since {@code before}, with the jitter of now. */
    public ArrivalStatistics minus(ArrivalStatistics before) {
        return new ArrivalStatistics(
                jitterNs,
                packets - before.packets,
                delayNs - before.delayNs,
                doubtNs - before.doubtNs,
                differenceNs - before.differenceNs);
    }

    /** Returns both together, the jitters added up. */
    public ArrivalStatistics plus(ArrivalStatistics other) {
        return new ArrivalStatistics(
                jitterNs + other.jitterNs,
                packets + other.packets,
                delayNs + other.delayNs,
                doubtNs + other.doubtNs,
                differenceNs + other.differenceNs);
    }
}
