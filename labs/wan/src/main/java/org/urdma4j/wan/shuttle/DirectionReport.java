package org.urdma4j.wan.shuttle;

import org.urdma4j.simulation.link.LinkCounters;

/**
 * What one direction has done so far, in wire packets where nothing else is said; bytes are those
 * of Ethernet frames without preamble, check sequence and gap, wire bytes with them.
 *
 * @param maxQueuedNs the longest wait in the queue
 * @param totalQueuedNs what all packets together waited in the queue
 * @param marked delivered with a mark of congestion that this path made
 * @param framesRead frames that the sending kernel gave, each of one or more packets
 * @param framesWritten frames that the receiving kernel was given
 * @param refused packets that the receiving device did not take
 * @param overflowed times that no memory was left for a frame
 * @param lateIn how long packets may have waited until they were read; an upper bound
 * @param lateOut how much later than due packets were written
 */
public record DirectionReport(
        long offered,
        long offeredBytes,
        long delivered,
        long deliveredBytes,
        long wireBytes,
        long droppedByQueue,
        long lost,
        long duplicated,
        long corrupted,
        long reordered,
        long marked,
        long maxQueuedNs,
        long totalQueuedNs,
        long framesRead,
        long framesWritten,
        long refused,
        long overflowed,
        LatenessSummary lateIn,
        LatenessSummary lateOut) {

    static DirectionReport of(LinkCounters link, Intake intake, Outlet outlet) {
        return new DirectionReport(
                link.offered(),
                link.offeredBytes(),
                link.delivered(),
                link.deliveredBytes(),
                link.wireBytes(),
                link.droppedByQueue(),
                link.droppedByLoss() + link.droppedByBlackout(),
                link.duplicated(),
                link.corrupted(),
                link.reordered(),
                outlet.marked(),
                link.maxQueuedNs(),
                link.totalQueuedNs(),
                intake.frames(),
                outlet.frames(),
                outlet.refused(),
                intake.overflowed(),
                intake.lateness().summary(),
                outlet.lateness().summary());
    }
}
