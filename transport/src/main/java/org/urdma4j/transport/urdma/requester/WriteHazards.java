package org.urdma4j.transport.urdma.requester;

import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.SendWqe;

import java.util.Arrays;

/**
 * Keeps a WRITE back while an earlier one to the same memory is unacknowledged, since packets are
 * placed in whatever order they arrive. WRITEs that follow each other in memory as they do in the
 * queue are one run; most often there are one or two, and they cost the same however many WRITEs
 * they are.
 */
public final class WriteHazards {
    private static final int SMALLEST = 2;

    private final SendQueue queue;
    private final boolean relaxed;

    /**
     * The runs under way; as they complete in order, only the oldest may be so in part. Null, and
     * the ring empty, until there is the first.
     */
    private AddressRanges ranges;

    /** A ring of them, the oldest first: number of the range, position after its last WRITE. */
    private int[] runs = {};

    private long[] ends = {};
    private int oldest;
    private int next;

    /** The position that the oldest run begins at. */
    private long begins;

    public WriteHazards(SendQueue queue, boolean relaxed) {
        this.queue = queue;
        this.relaxed = relaxed;
    }

    void clear() {
        if (ranges != null) {
            ranges.clear();
        }
        oldest = 0;
        next = 0;
        begins = 0;
    }

    /** Returns whether the request at {@code position}, which is next, may be sent; notes it. */
    public boolean allow(SendWqe wqe, long position) {
        long length = wqe.length();
        if (relaxed || !wqe.writes() || length == 0) {
            return true;
        }
        if (ranges == null) {
            ranges = new AddressRanges();
            runs = new int[SMALLEST];
            ends = new long[SMALLEST];
        }
        forgetCompleted();
        long from = wqe.remoteAddress();
        long last = lastOf(from, length);
        if (ranges.overlaps(from, last)) {
            return false;
        }
        int newest = (next - 1) & (runs.length - 1);
        if (oldest != next && ranges.lastOf(runs[newest]) + 1 == from && from != 0) {
            ranges.end(runs[newest], last);
            ends[newest] = position + 1;
        } else {
            begin(from, last, position);
        }
        return true;
    }

    private void begin(long from, long last, long position) {
        if (next - oldest == runs.length) {
            grow();
        }
        int at = next++ & (runs.length - 1);
        runs[at] = ranges.add(from, last);
        ends[at] = position + 1;
    }

    private void grow() {
        int size = runs.length;
        int shift = oldest & (size - 1);
        int[] grownRuns = Arrays.copyOf(runs, 2 * size);
        long[] grownEnds = Arrays.copyOf(ends, 2 * size);
        for (int i = 0; i < size; i++) {
            grownRuns[i] = runs[(shift + i) & (size - 1)];
            grownEnds[i] = ends[(shift + i) & (size - 1)];
        }
        runs = grownRuns;
        ends = grownEnds;
        oldest = 0;
        next = size;
    }

    private void forgetCompleted() {
        long head = queue.head();
        int mask = runs.length - 1;
        while (oldest != next && ends[oldest & mask] <= head) {
            ranges.remove(runs[oldest++ & mask]);
        }
        if (oldest != next && begins < head) {
            begins = head;
            while (!writes(queue.at(begins))) {
                begins++;
            }
            ranges.begin(runs[oldest & mask], queue.at(begins).remoteAddress());
        }
    }

    /** Returns how many steps a look takes at most. */
    public int steps() {
        return ranges == null ? 0 : ranges.height();
    }

    private static long lastOf(long from, long length) {
        long last = from + length - 1;
        // The peer refuses what goes beyond the last address.
        return Long.compareUnsigned(last, from) < 0 ? -1 : last;
    }

    private static boolean writes(SendWqe wqe) {
        return wqe.writes() && wqe.length() > 0;
    }
}
