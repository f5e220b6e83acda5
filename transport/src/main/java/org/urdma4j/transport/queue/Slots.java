package org.urdma4j.transport.queue;

import java.lang.invoke.VarHandle;

/**
 * Which slots of a work queue hold requests, and which may be filled anew. A slot whose request
 * completes visibly is free when that completion, or a later one of the queue, has been polled, as
 * with libibverbs: so a completion queue as deep as the work queues that complete there can't
 * overrun. One that completes without is free as soon as nothing before it waits to be polled.
 */
public final class Slots extends CompletingSide {
    /** What {@link #claim} returns when all are taken. */
    static final long FULL = -1;

    private static final VarHandle TAIL = Rings.position(PostingSide.class, "tail");
    private static final VarHandle POLLED = Rings.position(PostingSide.class, "polled");
    private static final VarHandle HEAD = Rings.position(CompletingSide.class, "head");
    private static final VarHandle DELIVERED = Rings.position(CompletingSide.class, "delivered");

    Slots() {}

    /**
     * Takes the next position, whose slot is to be filled; {@link #FULL} if {@code most} are taken.
     * Any thread.
     */
    long claim(int most) {
        long position;
        do {
            position = (long) TAIL.getVolatile(this);
            if (position - (long) POLLED.getAcquire(this) >= most
                    && position - freeBefore((long) HEAD.getAcquire(this)) >= most) {
                return FULL;
            }
        } while (!TAIL.compareAndSet(this, position, position + 1));
        return position;
    }

    /**
     * Returns the position before which slots are free.
     *
     * @param done everything before this position has completed
     */
    private long freeBefore(long done) {
        long end = (long) DELIVERED.getAcquire(this);
        long free = (long) POLLED.getAcquire(this);
        return free >= end ? Math.max(free, done) : free;
    }

    /** Returns the oldest position that is not given back. Event loop. */
    long head() {
        return (long) HEAD.getOpaque(this);
    }

    /** Gives the oldest position back. Event loop. */
    void advance(long oldest) {
        HEAD.setRelease(this, oldest + 1);
    }

    /** Returns how many requests wait, those being filled right now included. Any thread. */
    int waiting() {
        return (int) ((long) TAIL.getAcquire(this) - (long) HEAD.getAcquire(this));
    }

    /**
     * The request at {@code position}, the oldest, is about to be completed visibly. Event loop,
     * before the position is given back.
     */
    void deliver(long position) {
        long before = delivered();
        // Behind another one nothing is free yet; and who polls writes where this would read.
        if (before < position && (long) POLLED.getAcquire(this) >= before) {
            onPolled(position); // what was free stays free
        }
        DELIVERED.setRelease(this, position + 1);
    }

    /** Returns the position after the last request whose completion was delivered. Event loop. */
    long delivered() {
        return (long) DELIVERED.getOpaque(this);
    }

    /** Completions of everything before {@code end} have been polled, or are lost. Any thread. */
    void onPolled(long end) {
        long before = (long) POLLED.getVolatile(this);
        while (before < end && !POLLED.compareAndSet(this, before, end)) {
            before = (long) POLLED.getVolatile(this);
        }
    }

    /** What was delivered last is held by nobody. Event loop. */
    public void release() {
        onPolled(delivered());
    }
}
