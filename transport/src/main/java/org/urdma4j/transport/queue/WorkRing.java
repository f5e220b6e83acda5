package org.urdma4j.transport.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded ring of requests that any thread fills and the event loop empties in order: what the
 * send queue, the receive queue and the shared receive queue have in common. The slots hold the
 * content. A thread claims a position, fills its slot and publishes it; who claimed the one before
 * may be slower. A slot is taken until {@link Slots} has it free.
 */
abstract class WorkRing<W extends Wqe> {
    /** What {@link #claim} returns when the ring is full. */
    static final long FULL = -1;

    private static final VarHandle TAIL;
    private static final VarHandle HEAD;
    private static final VarHandle SEQUENCE;

    static {
        try {
            var lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(WorkRing.class, "tail", long.class);
            HEAD = lookup.findVarHandle(WorkRing.class, "head", long.class);
            SEQUENCE =
                    MethodHandles.privateLookupIn(Wqe.class, lookup)
                            .findVarHandle(Wqe.class, "sequence", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Slots returned = new Slots();
    private volatile int capacity;

    @SuppressWarnings("unused") // through VarHandles
    private volatile long tail;

    @SuppressWarnings("unused") // through VarHandles
    private volatile long head;

    WorkRing(int capacity) {
        this.capacity = capacity;
    }

    /**
     * Returns the slot of a position, null if nothing was ever posted there, as far as this thread
     * knows. Any thread.
     */
    abstract W slot(long position);

    /** Returns how many requests it holds at most. */
    public int capacity() {
        return capacity;
    }

    /** Changes how many requests it holds; there are slots for as many. Event loop. */
    void capacity(int requests) {
        capacity = requests;
    }

    /** Returns who knows which slots are free. */
    public Slots slots() {
        return returned;
    }

    /** Takes the next position, whose slot is to be filled; {@link #FULL} if none. Any thread. */
    long claim() {
        int most = capacity;
        long position;
        do {
            position = (long) TAIL.getVolatile(this);
            if (position - returned.freeBefore() >= most
                    && position - returned.freeBefore((long) HEAD.getAcquire(this)) >= most) {
                return FULL;
            }
        } while (!TAIL.compareAndSet(this, position, position + 1));
        return position;
    }

    /** The slot of a claimed position is filled. The thread that claimed it. */
    void publish(W slot, long position) {
        SEQUENCE.setRelease(slot, position + 1);
    }

    /** Returns the request at {@code position}, or null if it isn't posted yet. Event loop. */
    public W at(long position) {
        W slot = slot(position);
        return slot != null && (long) SEQUENCE.getAcquire(slot) == position + 1 ? slot : null;
    }

    /** The slot holds no request. Event loop, before others can find it. */
    void unpublish(W slot) {
        SEQUENCE.setOpaque(slot, 0L);
    }

    /** Returns the oldest position that is not given back. Event loop. */
    public long head() {
        return (long) HEAD.getOpaque(this);
    }

    /** Gives the oldest position back. Event loop. */
    void advance(long oldest) {
        HEAD.setRelease(this, oldest + 1);
    }

    /** The oldest position is free when its completion, which follows, is polled. Event loop. */
    void deliver() {
        returned.deliver(head());
    }

    /** Returns how many requests wait, those being filled right now included. Any thread. */
    public int available() {
        return (int) ((long) TAIL.getAcquire(this) - (long) HEAD.getAcquire(this));
    }
}
