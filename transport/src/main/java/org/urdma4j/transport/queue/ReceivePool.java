package org.urdma4j.transport.queue;

import org.urdma4j.verbs.RecvWr;

import java.util.ArrayDeque;

/**
 * A bounded ring of receive requests that several queue pairs of one event loop take from. Any
 * thread posts; the event loop takes the oldest, and its slot is free again at once.
 *
 * <p>Growing needs no lock: positions count on, and those that could be in use under the old
 * capacity stay in the old slots until they are taken.
 */
public final class ReceivePool extends WorkRing<ReceiveWqe> {
    /** Hears that fewer receives are left than the limit. */
    @FunctionalInterface
    public interface LimitListener {
        void onLimitReached();
    }

    /** The slots of the positions from {@code first} on. */
    private static final class Segment {
        final ReceiveWqe[] wqes;
        final long first;

        /** Holds positions below {@code first}; null once they are all taken. */
        private Segment older;

        Segment(int capacity, int maxSge, long first, Segment older) {
            wqes = ReceiveWqe.array(capacity, maxSge);
            this.first = first;
            this.older = older;
        }

        int index(long position) {
            return (int) position & (wqes.length - 1);
        }
    }

    private volatile Segment newest;
    private final int maxSge;
    private final int domain;
    private final LimitListener listener;
    private final ArrayDeque<PooledReceives> waiting = new ArrayDeque<>();

    private int limit;

    /**
     * Creates an empty pool of {@code capacity} requests.
     *
     * @param domain identity of the protection domain that the memory of the requests belongs to
     */
    public ReceivePool(int capacity, int maxSge, int domain, LimitListener listener) {
        super(capacity);
        this.maxSge = maxSge;
        this.domain = domain;
        this.listener = listener;
        newest = new Segment(capacity, maxSge, 0, null);
    }

    /** Returns the identity of the protection domain of the requests' memory. */
    public int domain() {
        return domain;
    }

    /** Returns the most scatter elements of a request. */
    public int maxSge() {
        return maxSge;
    }

    /** Returns below how many requests the listener hears of it, 0 for never. Event loop. */
    public int limit() {
        return limit;
    }

    /** Queues a copy of {@code wr}; returns false when the queue is full. Any thread. */
    public boolean post(RecvWr wr) {
        long position = claim();
        if (position == Slots.FULL) {
            return false;
        }
        ReceiveWqe slot = slot(position);
        slot.fill(wr);
        publish(slot, position);
        return true;
    }

    /**
     * Takes the oldest request and leaves {@code spare} in its slot; null when there is none. Event
     * loop.
     */
    ReceiveWqe take(ReceiveWqe spare) {
        long position = head();
        ReceiveWqe taken = at(position);
        if (taken == null) {
            return null;
        }
        unpublish(spare);
        Segment segment = segment(position);
        segment.wqes[segment.index(position)] = spare;
        advance(position);
        if (newest.older != null && position + 1 >= newest.first) {
            newest.older = null;
        }
        checkLimit();
        return taken;
    }

    @Override
    ReceiveWqe slot(long position) {
        Segment segment = segment(position);
        return segment.wqes[segment.index(position)];
    }

    private Segment segment(long position) {
        Segment found = newest;
        while (position < found.first) {
            found = found.older;
        }
        return found;
    }

    private void checkLimit() {
        if (available() < limit) {
            limit = 0;
            listener.onLimitReached();
        }
    }

    /**
     * Asks to be told once when fewer than {@code atLeast} requests are left, which may be now.
     * Event loop.
     */
    public void arm(int atLeast) {
        limit = atLeast;
        checkLimit();
    }

    /**
     * Changes how many requests it holds; returns false and changes nothing when there are more in
     * it. Event loop.
     */
    public boolean resize(int requests) {
        int before = capacity();
        int size = newest.wqes.length;
        if (requests > size) {
            // What could be posted before the new capacity is seen stays in the old slots.
            long first = Math.max(newest.first, head() + size);
            newest = new Segment(requests, maxSge, first, newest);
        }
        capacity(requests);
        if (available() > requests) {
            capacity(before);
            return false;
        }
        return true;
    }

    /** A queue pair found no receive: it is told of the next that is posted. Event loop. */
    void await(PooledReceives receives) {
        waiting.addLast(receives);
        want(true);
    }

    /** A queue pair waits no longer. Event loop. */
    void leave(PooledReceives receives) {
        waiting.remove(receives);
    }

    /** Requests were posted: tells those that wait. Event loop. */
    public void wakeWaiting() {
        want(false);
        for (int i = waiting.size(); i > 0; i--) {
            waiting.pollFirst().wake();
        }
    }
}
