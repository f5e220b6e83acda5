package org.urdma4j.transport.qp;

/**
 * What the queue pairs to one peer have in common: its receive socket, and with it the limit on
 * bytes in flight. Those that have something in flight get equal parts of it, so that many
 * connections don't drown a socket that each of them alone would fit.
 */
public final class InFlightShare {
    /** The host at the other end; null before there is one. */
    public final Object peer;

    /** Queue pairs that refer to it. */
    int users;

    private int active;

    InFlightShare(Object peer) {
        this.peer = peer;
    }

    /** A queue pair has something in flight from now on. */
    public void join() {
        active++;
    }

    /** A queue pair has nothing in flight any more. */
    public void leave() {
        active--;
    }

    /** Returns one part of {@code bytes}. */
    public long of(long bytes) {
        return bytes / Math.max(1, active);
    }
}
