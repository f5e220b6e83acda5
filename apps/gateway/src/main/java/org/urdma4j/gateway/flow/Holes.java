package org.urdma4j.gateway.flow;

import java.util.Arrays;

/**
 * What is missing of a flow: ranges of sequence numbers, in order and apart. Memory grows with the
 * ranges, up to a bound.
 */
public final class Holes {
    /** Most ranges. */
    public static final int MOST = 1 << 12;

    private static final long[] NONE = {};
    private static final int FEWEST = 4;

    private long[] firsts = NONE;
    private long[] ends = NONE;
    private int count;

    public int count() {
        return count;
    }

    /** Returns whether no further range has room. */
    public boolean isFull() {
        return count == MOST;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** Returns the first number of range {@code i}, counted from 0. */
    public long first(int i) {
        return firsts[i];
    }

    /** Returns one beyond the last number of range {@code i}. */
    public long end(int i) {
        return ends[i];
    }

    public void clear() {
        count = 0;
    }

    /** Appends a range behind all others, and returns false if there are too many. */
    public boolean add(long first, long end) {
        if (first >= end) {
            return true;
        }
        if (count > 0 && ends[count - 1] == first) {
            ends[count - 1] = end;
            return true;
        }
        return insert(count, first, end);
    }

    /** Adds a range of which nothing is there, wherever it belongs; see {@link #add}. */
    public boolean put(long first, long end) {
        int at = indexOf(first);
        if (at > 0 && ends[at - 1] == first) {
            ends[at - 1] = end;
            return true;
        }
        return insert(at, first, end);
    }

    /**
     * Appends what others have between two numbers, behind all ranges that are here, and returns
     * whether that is anything; see {@link #add}.
     */
    public boolean addWithin(Holes others, long first, long end) {
        boolean added = false;
        for (int i = others.indexOf(first); i < others.count && others.firsts[i] < end; i++) {
            long from = Math.max(others.firsts[i], first);
            long to = Math.min(others.ends[i], end);
            added |= from < to && add(from, to);
        }
        return added;
    }

    private boolean insert(int at, long first, long end) {
        if (count == MOST) {
            return false;
        }
        if (count == firsts.length) {
            int room = Math.max(FEWEST, 2 * count);
            firsts = Arrays.copyOf(firsts, room);
            ends = Arrays.copyOf(ends, room);
        }
        System.arraycopy(firsts, at, firsts, at + 1, count - at);
        System.arraycopy(ends, at, ends, at + 1, count - at);
        firsts[at] = first;
        ends[at] = end;
        count++;
        return true;
    }

    /**
     * Takes {@code [first, end)} out, and returns whether any of it was there. A range that would
     * have to be parted when there is no room for more loses its latter part.
     */
    public boolean fill(long first, long end) {
        boolean filled = false;
        int i = indexOf(first);
        while (i < count && firsts[i] < end) {
            filled = true;
            if (firsts[i] < first && ends[i] > end) {
                long restEnd = ends[i];
                ends[i] = first;
                insert(i + 1, /* first= */ end, restEnd);
                return true;
            }
            if (firsts[i] < first) {
                ends[i++] = first;
            } else if (ends[i] > end) {
                firsts[i] = end;
            } else {
                remove(i);
            }
        }
        return filled;
    }

    private void remove(int at) {
        count--;
        System.arraycopy(firsts, at + 1, firsts, at, count - at);
        System.arraycopy(ends, at + 1, ends, at, count - at);
    }

    public boolean contains(long psn) {
        int i = indexOf(psn);
        return i < count && firsts[i] <= psn;
    }

    /** Returns the first range that ends behind {@code psn}. */
    private int indexOf(long psn) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] <= psn) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
