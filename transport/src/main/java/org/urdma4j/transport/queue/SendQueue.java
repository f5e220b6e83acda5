package org.urdma4j.transport.queue;

import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.SendWr;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A bounded ring of send requests. Any thread posts; the event loop takes them up in order with
 * {@link #at} and gives slots back with {@link #free}. A slot is taken from post until {@link
 * Slots} has it free.
 */
public final class SendQueue extends LazyRing<SendWqe> {
    private static final MemorySegment NO_INLINE = Arena.global().allocate(1).asSlice(0, 0);

    private final int maxSge;
    private final int maxInline;

    /** Of all slots together. */
    private final MemorySegment inlineArea;

    /** Creates an empty queue of {@code capacity} requests. */
    public SendQueue(int capacity, int maxSge, int maxInline) {
        super(capacity);
        this.maxSge = maxSge;
        this.maxInline = maxInline;
        inlineArea =
                maxInline == 0
                        ? NO_INLINE
                        : Arena.ofAuto().allocate((long) slotCount() * maxInline, 8);
    }

    @Override
    SendWqe make(int index) {
        MemorySegment area = inlineArea;
        if (maxInline > 0) {
            area = area.asSlice((long) index * maxInline, maxInline);
        }
        return new SendWqe(maxSge, area);
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
        long position = claim();
        if (position == Slots.FULL) {
            return false;
        }
        SendWqe slot = claimed(position);
        try {
            slot.fill(wr, route);
        } catch (RuntimeException e) {
            // Its memory was closed meanwhile: the slot is taken, so it completes with an error.
            slot.markBroken();
        }
        publish(slot, position);
        return true;
    }

    /** Gives the oldest slot back when its completion, which follows, is polled. Event loop. */
    public void freeWhenPolled() {
        deliver();
        free();
    }

    /** Gives the oldest slot back, which completes invisibly or not at all. Event loop. */
    public void free() {
        long oldest = head();
        slot(oldest).release();
        advance(oldest);
    }
}
