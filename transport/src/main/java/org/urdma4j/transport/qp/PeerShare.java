package org.urdma4j.transport.qp;

import org.urdma4j.transport.fairqueue.PeerFairQueue;

import java.util.function.IntConsumer;

/**
 * What the queue pairs to one peer have in common: the path, of which they take turns and know the
 * MTU, and its receive socket, and with that the limit on bytes in flight. Those that have
 * something in flight get equal parts of it, so that many connections don't drown a socket that
 * each of them alone would fit.
 */
public final class PeerShare {
    /** The host at the other end; null before there is one. */
    public final Object peer;

    /** Queue pairs that refer to it. */
    int users;

    private final IntConsumer wake;
    private PeerFairQueue fairQueue;
    private SharedMtu mtu;
    private int active;

    /** That of a queue pair which has no peer yet. */
    PeerShare() {
        this(null, _ -> {});
    }

    /**
     * @param wake has the queue pair of a number polled
     */
    PeerShare(Object peer, IntConsumer wake) {
        this.peer = peer;
        this.wake = wake;
    }

    /** Returns those that share the path by congestion control. */
    public PeerFairQueue fairQueue() {
        if (fairQueue == null) {
            fairQueue = new PeerFairQueue(wake);
        }
        return fairQueue;
    }

    /** Returns what they know of the path's MTU. */
    public SharedMtu mtu() {
        if (mtu == null) {
            mtu = new SharedMtu();
        }
        return mtu;
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
