package org.urdma4j.rdmacore;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Something that libibverbs has made, and what was made from it or uses it, which is closed first.
 * All that changes under the lock of the context.
 */
abstract class NativeObject implements AutoCloseable {
    /** The context's: calls that create, change or destroy something take it. */
    final Object lock;

    /** What C has of it; not to be used after {@link #checkOpen} would throw. */
    final long pointer;

    private final String name;
    private final List<NativeObject> owners;
    private final Set<NativeObject> users = new LinkedHashSet<>();
    private volatile boolean closed;

    /**
     * Makes one; under the lock, and each owner was seen to be open.
     *
     * @param name what messages call it
     */
    NativeObject(Object lock, String name, long pointer, NativeObject... owners) {
        this.lock = lock;
        this.name = name;
        this.pointer = pointer;
        this.owners = List.of(owners);
        for (NativeObject each : owners) {
            each.users.add(this);
        }
    }

    final void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the " + name + " is closed");
        }
    }

    final boolean isClosed() {
        return closed;
    }

    /** Ends the object of C; called once, under the lock, with nothing left that uses it. */
    abstract void destroy();

    /** Has those that use this one go in an order of its own; under the lock. */
    List<NativeObject> usersInOrder() {
        return List.copyOf(users);
    }

    @Override
    public final void close() {
        synchronized (lock) {
            if (closed) {
                return;
            }
            RuntimeException failure = null;
            for (NativeObject each : usersInOrder()) {
                failure = attempt(each::close, failure);
            }
            closed = true;
            for (NativeObject each : owners) {
                each.users.remove(this);
            }
            failure = attempt(this::destroy, failure);
            if (failure != null) {
                throw failure;
            }
        }
    }

    /** What a device that is gone can't destroy keeps nothing else from being closed. */
    private static RuntimeException attempt(Runnable step, RuntimeException before) {
        try {
            step.run();
        } catch (RuntimeException e) {
            if (before == null) {
                return e;
            }
            before.addSuppressed(e);
        }
        return before;
    }
}
