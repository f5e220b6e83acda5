package org.urdma4j.simulation.link;

/**
 * What a link has done since it was made. Always {@code offered + duplicated = delivered + dropped
 * + in flight}. A packet's loss is counted when it is offered, since its fate is known then. To be
 * read on the link's thread.
 */
public final class LinkCounters {
    long offered;
    long offeredBytes;
    long delivered;
    long deliveredBytes;
    long wireBytes;
    long droppedByQueue;
    long droppedByBlackout;
    long droppedByScript;
    long droppedByLoss;
    long cleared;
    long duplicated;
    long corrupted;
    long reordered;
    long ecnMarked;
    long maxQueueBytes;
    long maxQueuedNs;
    long totalQueuedNs;
    long maxLateNs;

    LinkCounters() {}

    void onTransmit(int bytes, long queuedNs, long queueBytes) {
        wireBytes += bytes;
        totalQueuedNs += queuedNs;
        maxQueuedNs = Math.max(maxQueuedNs, queuedNs);
        maxQueueBytes = Math.max(maxQueueBytes, queueBytes);
    }

    void onDeliver(int bytes, long lateNs) {
        delivered++;
        deliveredBytes += bytes;
        maxLateNs = Math.max(maxLateNs, lateNs);
    }

    public long offered() {
        return offered;
    }

    /** Bytes of the packets offered, without framing. */
    public long offeredBytes() {
        return offeredBytes;
    }

    /** Packets delivered, copies included. */
    public long delivered() {
        return delivered;
    }

    /** Bytes of the packets delivered, without framing. */
    public long deliveredBytes() {
        return deliveredBytes;
    }

    /** Bytes put on the wire, framing included, delivered or not. */
    public long wireBytes() {
        return wireBytes;
    }

    /** Packets that found no room in the queue. */
    public long droppedByQueue() {
        return droppedByQueue;
    }

    /** Packets that left during a blackout. */
    public long droppedByBlackout() {
        return droppedByBlackout;
    }

    /** Packets that a script lost. */
    public long droppedByScript() {
        return droppedByScript;
    }

    /** Packets that the random loss process took. */
    public long droppedByLoss() {
        return droppedByLoss;
    }

    public long cleared() {
        return cleared;
    }

    /** Packets not delivered, for whatever cause. */
    public long dropped() {
        return droppedByQueue + droppedByBlackout + droppedByScript + droppedByLoss + cleared;
    }

    /** Copies made. */
    public long duplicated() {
        return duplicated;
    }

    /** Packets of which a bit was flipped. */
    public long corrupted() {
        return corrupted;
    }

    /** Packets delivered after one that had been offered later (RFC 4737), copies left out. */
    public long reordered() {
        return reordered;
    }

    /** Packets marked with congestion experienced. */
    public long ecnMarked() {
        return ecnMarked;
    }

    /** Longest queue, in bytes with framing. */
    public long maxQueueBytes() {
        return maxQueueBytes;
    }

    /** Longest wait before the transmitter, in nanoseconds. */
    public long maxQueuedNs() {
        return maxQueuedNs;
    }

    /** Sum of all waits before the transmitter, in nanoseconds. */
    public long totalQueuedNs() {
        return totalQueuedNs;
    }

    /** Most that a delivery came after it was due, in nanoseconds; 0 in virtual time. */
    public long maxLateNs() {
        return maxLateNs;
    }

    @Override
    public String toString() {
        return ("offered %d delivered %d dropped queue %d blackout %d script %d loss %d"
                        + " duplicated %d corrupted %d reordered %d marked %d max queue %d bytes")
                .formatted(
                        offered,
                        delivered,
                        droppedByQueue,
                        droppedByBlackout,
                        droppedByScript,
                        droppedByLoss,
                        duplicated,
                        corrupted,
                        reordered,
                        ecnMarked,
                        maxQueueBytes);
    }
}
