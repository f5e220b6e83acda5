package org.urdma4j.transport.rc;

import org.urdma4j.transport.qp.QpContext;

/**
 * Measures round trips where congestion control wants them: from the moment at which the last
 * packet of a chunk left to the moment at which its acknowledgement came. What was sent again
 * measures nothing, since nobody knows which of the two is acknowledged (Karn and Partridge 1987).
 */
final class RoundTrips {
    /** So many chunks may be under way; of those beyond none is measured. A power of two. */
    private static final int CAPACITY = 512;

    private static final int SMALLEST = 4;

    private final QpContext qp;
    private long[] ends = new long[SMALLEST];
    private long[] sentNs = new long[SMALLEST];
    private int head;
    private int count;

    RoundTrips(QpContext qp) {
        this.qp = qp;
    }

    /** What is under way measures nothing any more: some of it is sent again. */
    void clear() {
        count = 0;
    }

    /**
     * Returns whether the packet with this number ends a chunk, and asks for its acknowledgement.
     */
    boolean asksAt(long psn) {
        long bytes = qp.pacer().sampleBytes();
        return bytes != Long.MAX_VALUE && psn % Math.max(1, bytes / qp.mtu) == 0;
    }

    /** An acknowledgement of everything before {@code end} was asked for, for the first time. */
    void onAsked(long end, long nowNs) {
        if (qp.pacer().sampleBytes() == Long.MAX_VALUE || count == CAPACITY) {
            return;
        }
        if (count == ends.length) {
            grow();
        }
        int tail = (head + count) & (ends.length - 1);
        ends[tail] = end;
        sentNs[tail] = nowNs;
        count++;
    }

    private void grow() {
        ends = unrolled(ends);
        sentNs = unrolled(sentNs);
        head = 0;
    }

    private long[] unrolled(long[] ring) {
        long[] larger = new long[2 * ring.length];
        System.arraycopy(ring, head, larger, 0, ring.length - head);
        System.arraycopy(ring, 0, larger, ring.length - head, head);
        return larger;
    }

    /** Everything before {@code una} is acknowledged; of several chunks the newest counts. */
    void onAcknowledged(long una, long nowNs) {
        long newestNs = -1;
        while (count > 0 && ends[head] <= una) {
            newestNs = nowNs - sentNs[head];
            head = (head + 1) & (ends.length - 1);
            count--;
        }
        if (newestNs > 0) {
            qp.pacer().onRoundTrip(nowNs, newestNs);
        }
    }
}
