package org.urdma4j.retransmit.sack;

/** A queue of holes, first in first out, four numbers each in a ring that doubles when full. */
final class HoleRing {
    private static final int SMALLEST = 4;
    private static final int FIELDS = 4;
    private static final long[] NONE = {};

    private final RingSize capacity = new RingSize(SMALLEST);

    /** Made when there is the first hole. */
    private long[] ring = NONE;

    private long head;
    private long tail;

    void clear() {
        head = tail;
    }

    boolean isEmpty() {
        return head == tail;
    }

    long size() {
        return tail - head;
    }

    /**
     * Appends a hole.
     *
     * @param first its first packet
     * @param end one more than its last
     * @param times how often it was listed
     * @param sinceNs when it was found or last listed
     */
    void add(long first, long end, long times, long sinceNs) {
        if (capacity.grow(size() + 1) || ring.length == 0) {
            resize();
        }
        int at = at(tail++);
        ring[at] = first;
        ring[at + 1] = end;
        ring[at + 2] = times;
        ring[at + 3] = sinceNs;
    }

    long first() {
        return ring[at(head)];
    }

    long end() {
        return ring[at(head) + 1];
    }

    long times() {
        return ring[at(head) + 2];
    }

    long sinceNs() {
        return ring[at(head) + 3];
    }

    void remove() {
        head++;
        if (capacity.shrink(1, size())) {
            resize();
        }
    }

    /** Takes back what was added last. */
    void removeLast() {
        tail--;
    }

    /** Drops from the front what has been filled, so that the first packet of the head misses. */
    void dropFilled(ArrivalMap map, long cumulative) {
        while (!isEmpty()) {
            int at = at(head);
            long end = ring[at + 1];
            long first = map.nextMissing(Math.max(ring[at], cumulative), end);
            if (first < end) {
                ring[at] = first;
                return;
            }
            remove();
        }
    }

    void trim() {
        if (capacity.trim(size())) {
            resize();
        }
    }

    int capacity() {
        return ring.length / FIELDS;
    }

    private int at(long position) {
        return ((int) position * FIELDS) & (ring.length - 1);
    }

    private void resize() {
        long[] old = ring;
        ring = new long[capacity.size() * FIELDS];
        for (long position = head; position != tail; position++) {
            int from = ((int) position * FIELDS) & (old.length - 1);
            System.arraycopy(old, from, ring, at(position), FIELDS);
        }
    }
}
