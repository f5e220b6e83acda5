package org.urdma4j.copy.send;

import org.urdma4j.copy.pass.Chunks;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What was offered and isn't answered for good: as many as may be on the way at a time, so that
 * neither end's memory grows with the tree. Any thread may call.
 */
final class Outstanding {
    /** Small files: enough for 4 KiB each at 1 Gbit/s and 100 ms. */
    static final int SMALL = 4096;

    /** Files of more than a chunk, which the receiver holds open. */
    static final int LARGE = 8;

    private final Map<Integer, Offered> offered = new ConcurrentHashMap<>();
    private final Semaphore small = new Semaphore(SMALL);
    private final Semaphore large = new Semaphore(LARGE);
    private final AtomicInteger ids = new AtomicInteger();

    /** Returns a number that nothing else has. */
    int nextId() {
        return ids.incrementAndGet();
    }

    private Semaphore window(Offered one) {
        return Chunks.isSmall(one.size()) ? small : large;
    }

    /** Takes a place without waiting, or returns that there is none. */
    boolean tryEnter(Offered one) {
        return window(one).tryAcquire();
    }

    /** Waits for a place. */
    void enter(Offered one) throws InterruptedException {
        window(one).acquire();
    }

    void put(int id, Offered one) {
        offered.put(id, one);
    }

    /** Returns what has this number, null if nothing has. */
    Offered get(int id) {
        return offered.get(id);
    }

    /** Takes out what has this number, null if nothing has; its place stays taken. */
    Offered take(int id) {
        return offered.remove(id);
    }

    /** Gives the place back. */
    void leave(Offered one) {
        window(one).release();
    }

    /** Gives one's place to another, or waits for one if it needs one of the other kind. */
    void exchange(Offered one, Offered other) throws InterruptedException {
        if (Chunks.isSmall(one.size()) != Chunks.isSmall(other.size())) {
            leave(one);
            enter(other);
        }
    }

    boolean isEmpty() {
        return offered.isEmpty();
    }
}
