package org.urdma4j.transport.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Which slots of a work queue may be filled anew. A slot whose request completes visibly is free
 * when that completion, or a later one of the queue, has been polled, as with libibverbs: so a
 * completion queue as deep as the work queues that complete there can't overrun. One that completes
 * without is free as soon as nothing before it waits to be polled.
 */
public final class Slots {
    private static final VarHandle DELIVERED;
    private static final VarHandle POLLED;

    static {
        try {
            var lookup = MethodHandles.lookup();
            DELIVERED = lookup.findVarHandle(Slots.class, "delivered", long.class);
            POLLED = lookup.findVarHandle(Slots.class, "polled", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The position after the last request whose completion was delivered. Event loop. */
    @SuppressWarnings("unused") // through VarHandles
    private volatile long delivered;

    /** Everything before this position has been polled, or was free before that. */
    @SuppressWarnings("unused") // through VarHandles
    private volatile long polled;

    Slots() {}

    /**
     * The request at {@code position}, the oldest, is about to be completed visibly. Event loop,
     * before the position is given back.
     */
    void deliver(long position) {
        if ((long) POLLED.getAcquire(this) >= (long) DELIVERED.getOpaque(this)) {
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

    /** Returns the position before which slots are free, or an earlier one. Any thread. */
    long freeBefore() {
        return (long) POLLED.getAcquire(this);
    }

    /**
     * Returns the position before which slots are free. Any thread.
     *
     * @param done everything before this position has completed
     */
    long freeBefore(long done) {
        long end = (long) DELIVERED.getAcquire(this);
        long free = (long) POLLED.getAcquire(this);
        return free >= end ? Math.max(free, done) : free;
    }
}
