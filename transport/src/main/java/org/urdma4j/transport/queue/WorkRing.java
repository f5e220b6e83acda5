package org.urdma4j.transport.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded ring of requests that any thread fills and the event loop empties in order: what the
 * send queue, the receive queue and the shared receive queue have in common. The slots hold the
 * content. A thread claims a position, fills its slot and publishes it; who claimed the one before
 * may be slower. A slot is taken until {@link Slots} has it free.
 */
public abstract class WorkRing<W extends Wqe> {
    static final VarHandle SEQUENCE;

    static {
        try {
            SEQUENCE =
                    MethodHandles.privateLookupIn(Wqe.class, MethodHandles.lookup())
                            .findVarHandle(Wqe.class, "sequence", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Made at the first post, since it takes several cache lines; null until then. */
    private volatile Slots slots;

    private volatile int capacity;

    /** Whether the event loop wants to hear of the next post. */
    private volatile boolean wanted;

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
        Slots made = slots;
        return made == null ? makeSlots() : made;
    }

    private synchronized Slots makeSlots() {
        if (slots == null) {
            slots = new Slots();
        }
        return slots;
    }

    /**
     * Takes the next position, whose slot is to be filled; {@link Slots#FULL} if none. Any thread.
     */
    long claim() {
        return slots().claim(capacity);
    }

    /** The slot of a claimed position is filled. The thread that claimed it. */
    void publish(W slot, long position) {
        SEQUENCE.setRelease(slot, position + 1);
    }

    /** Returns whether the event loop must hear of what this thread has posted. Any thread. */
    public boolean wanted() {
        VarHandle.fullFence(); // it is posted before this is read
        return wanted;
    }

    /** As {@link ReceiveSource#want}. Event loop. */
    public void want(boolean posts) {
        if (wanted != posts) {
            wanted = posts;
            VarHandle.fullFence(); // whether there is a request is read after it
        }
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
        Slots made = slots;
        return made == null ? 0 : made.head();
    }

    /** Gives the oldest position back. Event loop. */
    void advance(long oldest) {
        slots().advance(oldest);
    }

    /** The oldest position is free when its completion, which follows, is polled. Event loop. */
    void deliver() {
        slots().deliver(head());
    }

    /** Returns how many requests wait, those being filled right now included. Any thread. */
    public int available() {
        Slots made = slots;
        return made == null ? 0 : made.waiting();
    }
}
