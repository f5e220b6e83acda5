package org.urdma4j.transport.urdma.path;

import java.util.Arrays;

/**
 * Which sequence numbers the packets of a path had. Neighbours that left in one instant are one
 * run, so that a container takes 24 bytes. A packet that was sent again has another number on its
 * path; the time at which a run left tells whether that was the last time.
 */
final class SentRuns {
    /** A packet of the requests' sequence space. */
    static final int REQUESTS = 0;

    /** A packet of the answers' sequence space. */
    static final int ANSWERS = 1;

    /** A packet without a sequence number: repair. */
    static final int NEITHER = 2;

    private static final int SMALLEST = 16;
    private static final int SPACE_BITS = 2;
    private static final int FIRST = 0;
    private static final int PSN = 1;
    private static final int SENT = 2;
    private static final int CELLS = 3;

    private long[] cells = new long[CELLS * SMALLEST];
    private long head;
    private long tail;
    private long next;

    /** Starts anew: {@code first} is the number of the first packet. */
    void start(long first) {
        head = 0;
        tail = 0;
        next = first;
        if (cells.length > CELLS * SMALLEST) {
            cells = new long[CELLS * SMALLEST];
        }
    }

    /** Returns the number that the next packet takes. */
    long next() {
        return next;
    }

    /** A packet leaves; it takes the number {@link #next}. */
    void add(int space, long psn, long sentNs) {
        if (!continues(space, psn, sentNs)) {
            append(space, psn, sentNs);
        }
        next++;
    }

    private boolean continues(int space, long psn, long sentNs) {
        if (head == tail) {
            return false;
        }
        int last = at(tail - 1);
        long before = next - cells[last + FIRST];
        return cells[last + SENT] == sentNs
                && cells[last + PSN] >> SPACE_BITS == psn - before
                && (cells[last + PSN] & (1 << SPACE_BITS) - 1) == space;
    }

    private void append(int space, long psn, long sentNs) {
        if (CELLS * (tail - head) == cells.length) {
            grow();
        }
        int run = at(tail++);
        cells[run + FIRST] = next;
        cells[run + PSN] = (psn << SPACE_BITS) | space;
        cells[run + SENT] = sentNs;
    }

    private void grow() {
        int runs = cells.length / CELLS;
        long[] old = cells;
        cells = Arrays.copyOf(old, 2 * old.length);
        for (long position = head; position < tail; position++) {
            int from = CELLS * ((int) position & (runs - 1));
            System.arraycopy(old, from, cells, at(position), CELLS);
        }
    }

    /** Forgets runs that end at or before {@code ppn}. */
    void release(long ppn) {
        while (head < tail && end(head) <= ppn) {
            head++;
        }
    }

    /** Forgets all runs; numbers go on. */
    void releaseAll() {
        head = tail;
    }

    /** Returns the run that a number is in, -1 if that is forgotten or was never sent. */
    long find(long ppn) {
        if (head == tail || ppn < cells[at(head) + FIRST] || ppn >= next) {
            return -1;
        }
        long low = head;
        long high = tail - 1;
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            if (cells[at(middle) + FIRST] <= ppn) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Returns the oldest run. */
    long first() {
        return head;
    }

    /** Returns one more than the newest run. */
    long end() {
        return tail;
    }

    /** Returns which sequence space the packets of a run are of. */
    int space(long run) {
        return (int) cells[at(run) + PSN] & ((1 << SPACE_BITS) - 1);
    }

    /** Returns the number on the path of a run's first packet. */
    long begin(long run) {
        return cells[at(run) + FIRST];
    }

    /** Returns one more than the number on the path of a run's last packet. */
    long end(long run) {
        return run + 1 < tail ? cells[at(run + 1) + FIRST] : next;
    }

    /** Returns the sequence number of a packet of a run. */
    long psn(long run, long ppn) {
        int at = at(run);
        return (cells[at + PSN] >> SPACE_BITS) + ppn - cells[at + FIRST];
    }

    /** Returns when the packets of a run left. */
    long sentNs(long run) {
        return cells[at(run) + SENT];
    }

    /** Returns how many runs are held. */
    int size() {
        return (int) (tail - head);
    }

    private int at(long run) {
        return CELLS * ((int) run & (cells.length / CELLS - 1));
    }
}
