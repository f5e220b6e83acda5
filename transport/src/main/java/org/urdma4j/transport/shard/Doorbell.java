package org.urdma4j.transport.shard;

import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.queue.ReceivePool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Tells a shard that work was posted to a queue pair or a shared receive queue. Any thread rings;
 * the event loop collects. A doorbell that has been rung and not collected is not queued again, so
 * the list is bounded by the number of queues and ringing allocates nothing.
 */
public final class Doorbell {
    private static final VarHandle RUNG;

    static {
        try {
            RUNG = MethodHandles.lookup().findVarHandle(Doorbell.class, "rung", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The doorbells of one shard that were rung and not collected, newest first. */
    static final class Stack {
        private static final VarHandle TOP;

        static {
            try {
                TOP = MethodHandles.lookup().findVarHandle(Stack.class, "top", Doorbell.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @SuppressWarnings("unused") // through the VarHandle
        private volatile Doorbell top;

        /** Adds; returns whether it is the first, so that the event loop must be woken. */
        private boolean push(Doorbell doorbell) {
            Doorbell old;
            do {
                old = (Doorbell) TOP.getVolatile(this);
                doorbell.next = old;
            } while (!TOP.compareAndSet(this, old, doorbell));
            return old == null;
        }

        /** Takes all; follow {@link Doorbell#next}. */
        Doorbell takeAll() {
            return (Doorbell) TOP.getAndSet(this, (Doorbell) null);
        }
    }

    private final Stack stack;

    /** What was posted to; one of the two is null. */
    final Qp qp;

    final ReceivePool pool;

    @SuppressWarnings("unused") // through the VarHandle
    private volatile boolean rung;

    private Doorbell next;

    Doorbell(Stack stack, Qp qp) {
        this.stack = stack;
        this.qp = qp;
        this.pool = null;
    }

    Doorbell(Stack stack, ReceivePool pool) {
        this.stack = stack;
        this.qp = null;
        this.pool = pool;
    }

    /**
     * Rings. Any thread.
     *
     * @return whether the event loop must be woken to hear it
     */
    public boolean ring() {
        return RUNG.compareAndSet(this, false, true) && stack.push(this);
    }

    /** Allows it to be rung again; returns the doorbell below it. Event loop. */
    Doorbell collect() {
        Doorbell below = next;
        next = null;
        RUNG.setVolatile(this, false);
        return below;
    }
}
