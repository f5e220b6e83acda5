package org.urdma4j.transport.urdma;

import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.verbs.WrOpcode;

/**
 * Keeps a WRITE back while an earlier one to the same memory is unacknowledged, since packets are
 * placed in whatever order they arrive. Most often a look at the hull of all that are under way
 * decides.
 */
final class WriteHazards {
    private final SendQueue queue;
    private final boolean relaxed;

    /** First and last byte of all WRITEs under way. */
    private long hullFrom;

    private long hullLast;
    private boolean any;

    WriteHazards(SendQueue queue, boolean relaxed) {
        this.queue = queue;
        this.relaxed = relaxed;
    }

    void clear() {
        any = false;
    }

    /** Returns whether the request at {@code position}, which is next, may be sent; notes it. */
    boolean allow(SendWqe wqe, long position) {
        if (relaxed || !writes(wqe)) {
            return true;
        }
        any &= queue.head() < position;
        long from = wqe.remoteAddress();
        long last = from + wqe.length() - 1;
        if (any && overlap(from, last, hullFrom, hullLast) && overlapsAny(position, from, last)) {
            return false;
        }
        hullFrom = any && Long.compareUnsigned(hullFrom, from) < 0 ? hullFrom : from;
        hullLast = any && Long.compareUnsigned(hullLast, last) > 0 ? hullLast : last;
        any = true;
        return true;
    }

    private boolean overlapsAny(long position, long from, long last) {
        for (long i = queue.head(); i < position; i++) {
            SendWqe earlier = queue.at(i);
            long start = earlier.remoteAddress();
            if (writes(earlier) && overlap(from, last, start, start + earlier.length() - 1)) {
                return true;
            }
        }
        return false;
    }

    private static boolean overlap(long from, long last, long otherFrom, long otherLast) {
        return Long.compareUnsigned(from, otherLast) <= 0
                && Long.compareUnsigned(otherFrom, last) <= 0;
    }

    private static boolean writes(SendWqe wqe) {
        return (wqe.opcode() == WrOpcode.RDMA_WRITE || wqe.opcode() == WrOpcode.RDMA_WRITE_WITH_IMM)
                && wqe.length() > 0;
    }
}
