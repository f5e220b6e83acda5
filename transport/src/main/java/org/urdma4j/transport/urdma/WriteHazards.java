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
    private long hullFrom;
    private long hullTo;
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
        long to = from + wqe.length();
        if (any && overlap(from, to, hullFrom, hullTo) && overlapsAny(position, from, to)) {
            return false;
        }
        hullFrom = any && Long.compareUnsigned(hullFrom, from) < 0 ? hullFrom : from;
        hullTo = any && Long.compareUnsigned(hullTo, to) > 0 ? hullTo : to;
        any = true;
        return true;
    }

    private boolean overlapsAny(long position, long from, long to) {
        for (long i = queue.head(); i < position; i++) {
            SendWqe earlier = queue.at(i);
            long start = earlier.remoteAddress();
            if (writes(earlier) && overlap(from, to, start, start + earlier.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean overlap(long from, long to, long otherFrom, long otherTo) {
        return Long.compareUnsigned(from, otherTo) < 0 && Long.compareUnsigned(otherFrom, to) < 0;
    }

    private static boolean writes(SendWqe wqe) {
        return (wqe.opcode() == WrOpcode.RDMA_WRITE || wqe.opcode() == WrOpcode.RDMA_WRITE_WITH_IMM)
                && wqe.length() > 0;
    }
}
