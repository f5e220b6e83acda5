package org.urdma4j.transport.queue;

import org.urdma4j.verbs.RecvWr;

/**
 * A bounded ring of receive requests. Any thread posts; the event loop takes the oldest with {@link
 * #peek} and gives its slot back when the message has completed; {@link Slots} has it free then.
 */
public final class ReceiveQueue extends LazyRing<ReceiveWqe> implements ReceiveSource {
    private final int maxSge;

    /** Creates an empty queue of {@code capacity} requests. */
    public ReceiveQueue(int capacity, int maxSge) {
        super(capacity);
        this.maxSge = maxSge;
    }

    @Override
    ReceiveWqe make(int index) {
        return new ReceiveWqe(maxSge);
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
