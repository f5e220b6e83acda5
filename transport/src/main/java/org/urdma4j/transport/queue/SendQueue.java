package org.urdma4j.transport.queue;

import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.SendWr;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded ring of send requests. Any thread posts; the event loop takes them up in order with
 * {@link #at} and gives slots back with {@link #free}. A slot is taken from post until {@link
 * Slots} has it free.
 */
public final class SendQueue {
    private static final VarHandle TAIL;
    private static final VarHandle HEAD;
    private static final VarHandle SEQUENCE;

    static {
        try {
            var lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(SendQueue.class, "tail", long.class);
            HEAD = lookup.findVarHandle(SendQueue.class, "head", long.class);
            SEQUENCE =
                    MethodHandles.privateLookupIn(SendWqe.class, lookup)
                            .findVarHandle(SendWqe.class, "sequence", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final SendWqe[] slots;
    private final int mask;
    private final int capacity;
    private final Slots returned = new Slots();

    @SuppressWarnings("unused") // through VarHandles
    private volatile long tail;

    @SuppressWarnings("unused") // through VarHandles
    private volatile long head;

    /** Creates an empty queue of {@code capacity} requests. */
    public SendQueue(int capacity, int maxSge, int maxInline) {
        this.capacity = capacity;
        int size = Rings.powerOfTwo(capacity);
        this.mask = size - 1;
        this.slots = new SendWqe[size];
        MemorySegment area = Arena.ofAuto().allocate(Math.max(1, (long) size * maxInline), 8);
        for (int i = 0; i < size; i++) {
            slots[i] = new SendWqe(maxSge, area.asSlice((long) i * maxInline, maxInline));
        }
    }

    /** Queues a copy of {@code wr}; returns false when the queue is full. Any thread. */
    public boolean post(SendWr wr) {
        return post(wr, null);
    }

    /**
     * Queues a copy of a datagram; returns false when the queue is full. Any thread.
     *
     * @param route where it goes
     */
    public boolean post(SendWr wr, Route route) {
        long position;
        do {
            position = (long) TAIL.getVolatile(this);
            if (position - returned.freeBefore() >= capacity
                    && position - returned.freeBefore((long) HEAD.getAcquire(this)) >= capacity) {
                return false;
            }
        } while (!TAIL.compareAndSet(this, position, position + 1));
        SendWqe slot = slots[(int) position & mask];
        try {
            slot.fill(wr, route);
        } catch (RuntimeException e) {
            // Its memory was closed meanwhile: the slot is taken, so it completes with an error.
            slot.markBroken();
        }
        SEQUENCE.setRelease(slot, position + 1);
        return true;
    }

    /** Returns the request at {@code position}, or null if it isn't posted yet. Event loop. */
    public SendWqe at(long position) {
        SendWqe slot = slots[(int) position & mask];
        return (long) SEQUENCE.getAcquire(slot) == position + 1 ? slot : null;
    }

    /** Returns the oldest position whose slot is taken. Event loop. */
    public long head() {
        return (long) HEAD.getOpaque(this);
    }

    /** Returns who knows which slots are free. */
    public Slots slots() {
        return returned;
    }

    /** Gives the oldest slot back when its completion, which follows, is polled. Event loop. */
    public void freeWhenPolled() {
        returned.deliver(head());
        free();
    }

    /** Gives the oldest slot back, which completes invisibly or not at all. Event loop. */
    public void free() {
        long position = head();
        slots[(int) position & mask].release();
        HEAD.setRelease(this, position + 1);
    }
}
