package org.urdma4j.transport.queue;

import org.urdma4j.verbs.RecvWr;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;

/**
 * A bounded ring of receive requests that several queue pairs of one event loop take from. Any
 * thread posts; the event loop takes the oldest, and its slot is free again at once.
 *
 * <p>Growing needs no lock: positions count on, and those that could be in use under the old
 * capacity stay in the old slots until they are taken.
 */
public final class ReceivePool {
    private static final VarHandle TAIL;
    private static final VarHandle HEAD;
    private static final VarHandle SEQUENCE;

    static {
        try {
            var lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(ReceivePool.class, "tail", long.class);
            HEAD = lookup.findVarHandle(ReceivePool.class, "head", long.class);
            SEQUENCE =
                    MethodHandles.privateLookupIn(ReceiveWqe.class, lookup)
                            .findVarHandle(ReceiveWqe.class, "sequence", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Hears that fewer receives are left than the limit. */
    @FunctionalInterface
    public interface LimitListener {
        void onLimitReached();
    }

    /** The slots of the positions from {@code first} on. */
    private static final class Slots {
        final ReceiveWqe[] wqes;
        final long first;

        /** Holds positions below {@code first}; null once they are all taken. */
        private Slots older;

        Slots(int capacity, int maxSge, long first, Slots older) {
            wqes = new ReceiveWqe[Rings.powerOfTwo(capacity)];
            for (int i = 0; i < wqes.length; i++) {
                wqes[i] = new ReceiveWqe(maxSge);
            }
            this.first = first;
            this.older = older;
        }

        int index(long position) {
            return (int) position & (wqes.length - 1);
        }
    }

    private final int maxSge;
    private final int domain;
    private final LimitListener listener;
    private final ArrayDeque<PooledReceives> waiting = new ArrayDeque<>();

    @SuppressWarnings("unused") // through VarHandles
    private volatile long tail;

    @SuppressWarnings("unused") // through VarHandles
    private volatile long head;

    private volatile Slots slots;
    private volatile int capacity;

    /** Whether the event loop wants to hear of the next post. */
    private volatile boolean wanted;

    private int limit;

    /**
     * Creates an empty pool of {@code capacity} requests.
     *
     * @param domain identity of the protection domain that the memory of the requests belongs to
     */
    public ReceivePool(int capacity, int maxSge, int domain, LimitListener listener) {
        this.capacity = capacity;
        this.maxSge = maxSge;
        this.domain = domain;
        this.listener = listener;
        this.slots = new Slots(capacity, maxSge, 0, null);
    }

    /** Returns the identity of the protection domain of the requests' memory. */
    public int domain() {
        return domain;
    }

    /** Returns the most scatter elements of a request. */
    public int maxSge() {
        return maxSge;
    }

    /** Returns how many requests it holds at most. */
    public int capacity() {
        return capacity;
    }

    /** Returns below how many requests the listener hears of it, 0 for never. Event loop. */
    public int limit() {
        return limit;
    }

    /** Returns how many requests wait, one being filled right now included. */
    public int available() {
        return (int) ((long) TAIL.getAcquire(this) - (long) HEAD.getAcquire(this));
    }

    /** Queues a copy of {@code wr}; returns false when the queue is full. Any thread. */
    public boolean post(RecvWr wr) {
        long position;
        do {
            position = (long) TAIL.getVolatile(this);
            if (position - (long) HEAD.getAcquire(this) >= capacity) {
                return false;
            }
        } while (!TAIL.compareAndSet(this, position, position + 1));
        Slots own = slotsOf(position);
        ReceiveWqe slot = own.wqes[own.index(position)];
        slot.fill(wr);
        // Volatile, not release: whether somebody waits is read after it.
        SEQUENCE.setVolatile(slot, position + 1);
        return true;
    }

    /** Returns whether the event loop must hear that requests were posted. Any thread. */
    public boolean wanted() {
        return wanted;
    }

    private Slots slotsOf(long position) {
        Slots found = slots;
        while (position < found.first) {
            found = found.older;
        }
        return found;
    }

    /**
     * Takes the oldest request and leaves {@code spare} in its slot; null when there is none. Event
     * loop.
     */
    ReceiveWqe take(ReceiveWqe spare) {
        long position = (long) HEAD.getOpaque(this);
        Slots own = slotsOf(position);
        int index = own.index(position);
        ReceiveWqe taken = own.wqes[index];
        if ((long) SEQUENCE.getVolatile(taken) != position + 1) {
            return null;
        }
        SEQUENCE.setOpaque(spare, 0L);
        own.wqes[index] = spare;
        HEAD.setRelease(this, position + 1);
        if (slots.older != null && position + 1 >= slots.first) {
            slots.older = null;
        }
        checkLimit();
        return taken;
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
    public boolean resize(int wanted) {
        int before = capacity;
        int size = slots.wqes.length;
        if (wanted > size) {
            // What could be posted before the new capacity is seen stays in the old slots.
            long first = Math.max(slots.first, (long) HEAD.getOpaque(this) + size);
            slots = new Slots(wanted, maxSge, first, slots);
        }
        capacity = wanted;
        if (available() > wanted) {
            capacity = before;
            return false;
        }
        return true;
    }

    /** A queue pair found no receive: it is told of the next that is posted. Event loop. */
    void await(PooledReceives receives) {
        waiting.addLast(receives);
        wanted = true;
    }

    /** A queue pair waits no longer. Event loop. */
    void leave(PooledReceives receives) {
        waiting.remove(receives);
    }

    /** Requests were posted: tells those that wait. Event loop. */
    public void wakeWaiting() {
        wanted = false;
        for (int i = waiting.size(); i > 0; i--) {
            waiting.pollFirst().wake();
        }
    }
}
