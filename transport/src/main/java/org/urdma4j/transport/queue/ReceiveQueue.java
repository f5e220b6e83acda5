package org.urdma4j.transport.queue;

import org.urdma4j.verbs.RecvWr;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded ring of receive requests. Any thread posts; the event loop takes the oldest with {@link
 * #peek} and gives its slot back when the message has completed; {@link Slots} has it free then. A
 * slot is made when it is first posted to, so that a queue that rests is small.
 */
public final class ReceiveQueue extends WorkRing<ReceiveWqe> implements ReceiveSource {
    private static final VarHandle WQES = MethodHandles.arrayElementVarHandle(ReceiveWqe[].class);

    private final ReceiveWqe[] wqes;
    private final int maxSge;

    /** Creates an empty queue of {@code capacity} requests. */
    public ReceiveQueue(int capacity, int maxSge) {
        super(capacity);
        wqes = new ReceiveWqe[Rings.powerOfTwo(capacity)];
        this.maxSge = maxSge;
    }

    @Override
    ReceiveWqe slot(long position) {
        return (ReceiveWqe) WQES.getAcquire(wqes, index(position));
    }

    private int index(long position) {
        return (int) position & (wqes.length - 1);
    }

    /** Returns the slot of a position that this thread has claimed. */
    private ReceiveWqe claimed(long position) {
        ReceiveWqe slot = slot(position);
        if (slot == null) {
            slot = new ReceiveWqe(maxSge);
            WQES.setRelease(wqes, index(position), slot);
        }
        return slot;
    }

    /** Queues a copy of {@code wr}; returns false when the queue is full. Any thread. */
    public boolean post(RecvWr wr) {
        long position = claim();
        if (position == Slots.FULL) {
            return false;
        }
        ReceiveWqe slot = claimed(position);
        slot.fill(wr);
        publish(slot, position);
        return true;
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
    public void freeWhenPolled() {
        deliver();
        free();
    }

    @Override
    public void free() {
        long oldest = head();
        slot(oldest).sges().release();
        advance(oldest);
    }
}
