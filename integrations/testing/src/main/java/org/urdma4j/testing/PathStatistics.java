package org.urdma4j.testing;

/**
 * What one direction of a path has done so far. Packets that are still on their way are neither
 * delivered nor dropped; what is sent to an end that is closed is in none of the figures.
 *
 * @param packets that were sent into it
 * @param bytes of these packets, from BTH to the end of the payload
 * @param delivered packets that came out
 * @param deliveredBytes of those
 * @param lost packets lost at random or in a burst that was asked for
 * @param droppedByQueue packets that found no room in the queue
 * @param droppedByBlackout packets sent while it was dark
 * @param maxQueueBytes most that has waited before the transmitter, as on the wire
 */
public record PathStatistics(
        long packets,
        long bytes,
        long delivered,
        long deliveredBytes,
        long lost,
        long droppedByQueue,
        long droppedByBlackout,
        long maxQueueBytes) {
    /** Returns the packets that didn't and won't come out, for whatever reason. */
    public long dropped() {
        return lost + droppedByQueue + droppedByBlackout;
    }
}
