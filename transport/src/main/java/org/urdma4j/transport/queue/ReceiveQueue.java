package org.urdma4j.transport.queue;

import org.urdma4j.verbs.RecvWr;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded ring of receive requests. Any thread posts; the event loop takes the oldest with {@link
 * #peek} and gives its slot back when the message has completed; {@link Slots} has it free then.
 */
public final class ReceiveQueue implements ReceiveSource {
    private static final VarHandle TAIL;
    private static final VarHandle HEAD;
    private static final VarHandle SEQUENCE;

    static {
        try {
            var lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(ReceiveQueue.class, "tail", long.class);
            HEAD = lookup.findVarHandle(ReceiveQueue.class, "head", long.class);
            SEQUENCE =
                    MethodHandles.privateLookupIn(ReceiveWqe.class, lookup)
                            .findVarHandle(ReceiveWqe.class, "sequence", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ReceiveWqe[] slots;
    private final int mask;
    private final int capacity;
    private final Slots returned = new Slots();

    @SuppressWarnings("unused") // through VarHandles
    private volatile long tail;

    @SuppressWarnings("unused") // through VarHandles
    private volatile long head;

    /** Creates an empty queue of {@code capacity} requests. */
    public ReceiveQueue(int capacity, int maxSge) {
        this.capacity = capacity;
        int size = Rings.powerOfTwo(capacity);
        this.mask = size - 1;
        this.slots = new ReceiveWqe[size];
        for (int i = 0; i < size; i++) {
            slots[i] = new ReceiveWqe(maxSge);
        }
    }

    /** Queues a copy of {@code wr}; returns false when the queue is full. Any thread. */
    public boolean post(RecvWr wr) {
        long position;
        do {
            position = (long) TAIL.getVolatile(this);
            if (position - returned.freeBefore() >= capacity
                    && position - returned.freeBefore((long) HEAD.getAcquire(this)) >= capacity) {
                return false;
            }
        } while (!TAIL.compareAndSet(this, position, position + 1));
        ReceiveWqe slot = slots[(int) position & mask];
        slot.fill(wr);
        SEQUENCE.setRelease(slot, position + 1);
        return true;
    }

    @Override
    public long head() {
        return (long) HEAD.getOpaque(this);
    }

    @Override
    public ReceiveWqe at(long position) {
        ReceiveWqe slot = slots[(int) position & mask];
        return (long) SEQUENCE.getAcquire(slot) == position + 1 ? slot : null;
    }

    @Override
    public ReceiveWqe held() {
        return peek();
    }

    @Override
    public boolean anyLeft() {
        return available() > 0;
    }

    @Override
    public int domain(int own) {
        return own;
    }

    @Override
    public boolean shared() {
        return false;
    }

    @Override
    public Slots slots() {
        return returned;
    }

    @Override
    public void freeWhenPolled() {
        returned.deliver(head());
        free();
    }

    @Override
    public void free() {
        long position = (long) HEAD.getOpaque(this);
        slots[(int) position & mask].sges().release();
        HEAD.setRelease(this, position + 1);
    }

    /** Counts one being filled right now too. */
    @Override
    public int available() {
        return (int) ((long) TAIL.getAcquire(this) - (long) HEAD.getOpaque(this));
    }
}
