package org.urdma4j.transport.device;

import org.urdma4j.transport.port.CloseOnce;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Something that an application opens and closes. Closing closes what was made from it first, queue
 * pairs before all else and the newest first, and does nothing the second time, but waits for the
 * thread that closes it already; using it afterwards is an {@link IllegalStateException}.
 */
abstract class Resource implements AutoCloseable {
    private final Set<Resource> children = new LinkedHashSet<>();
    private final CloseOnce once = new CloseOnce();
    private volatile List<Resource> parents;
    private volatile boolean closed;

    /** Creates a resource that lives no longer than any of {@code parents}. */
    Resource(Resource... parents) {
        this.parents = List.of(parents);
        this.parents.forEach(Resource::checkOpen);
    }

    /** Makes the parents close this before themselves; the last act of a factory method. */
    final void adopted() {
        try {
            parents.forEach(parent -> parent.adopt(this));
        } catch (IllegalStateException e) { // a parent was closed meanwhile, without us
            try {
                close();
            } catch (IllegalStateException closing) { // and the event loop is gone with it
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    /** Makes {@code next} close this instead of {@code parent}. */
    final void moveTo(Resource parent, Resource next) {
        if (parent.equals(next)) {
            return;
        }
        next.adopt(this);
        parents = parents.stream().map(p -> p.equals(parent) ? next : p).toList();
        parent.disown(this);
    }

    private void adopt(Resource child) {
        synchronized (children) {
            checkOpen();
            children.add(child);
        }
    }

    private void disown(Resource child) {
        synchronized (children) {
            children.remove(child);
        }
    }

    /** Returns what this is, in words, such as {@code QueuePair 0x000012}. */
    abstract String describe();

    /** Returns its rank among what is closed together; the lowest goes first. */
    int closingOrder() {
        return 1;
    }

    /** It is about to be closed, with all that was made from it. */
    void leave() {
        // nobody is to be told
    }

    /** Gives back what it holds; called once. */
    abstract void release();

    final boolean closed() {
        return closed;
    }

    final void checkOpen() {
        if (closed) {
            throw new IllegalStateException(describe() + " is closed");
        }
    }

    /** Returns whether this thread is one that closing may have to wait for. */
    boolean inEventLoop() {
        for (Resource parent : parents) {
            if (parent.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public final void close() {
        if (!once.begin(this::inEventLoop)) {
            return;
        }
        try {
            closeAll();
        } finally {
            once.end();
        }
    }

    /** Whatever can't be closed, the rest is. */
    private void closeAll() {
        List<Resource> orphans;
        synchronized (children) {
            closed = true;
            orphans = new ArrayList<>(children);
        }
        Collections.reverse(orphans);
        orphans.sort(Comparator.comparingInt(Resource::closingOrder));
        RuntimeException failure = attempt(this::leave, null);
        for (Resource orphan : orphans) {
            failure = attempt(orphan::close, failure);
        }
        failure = attempt(this::release, failure);
        parents.forEach(parent -> parent.disown(this));
        if (failure != null) {
            throw failure;
        }
    }

    private static RuntimeException attempt(Runnable part, RuntimeException before) {
        try {
            part.run();
            return before;
        } catch (RuntimeException e) {
            if (before == null) {
                return e;
            }
            before.addSuppressed(e);
            return before;
        }
    }

    @Override
    public final String toString() {
        return describe();
    }
}
