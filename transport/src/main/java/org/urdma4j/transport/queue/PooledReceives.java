package org.urdma4j.transport.queue;

import java.util.Arrays;

/**
 * The receives that one queue pair took from a {@link ReceivePool} and has not completed. It takes
 * one only when a message needs it, in the order in which messages need them.
 */
public final class PooledReceives implements ReceiveSource {
    /** The most that a queue pair may hold at a time: messages under way to it. */
    private static final int MOST_HELD = 1 << 16;

    /** How many it may hold of which no packet has come, and how many more for each that came. */
    static final int AHEAD = 64;

    static final int AHEAD_OF_EACH = 4;

    private final ReceivePool pool;
    private ReceiveWqe[] wqes = new ReceiveWqe[1];
    private long head;
    private long tail;
    private int asked;
    private Runnable waker = () -> {};
    private boolean waiting;

    /** Creates it for one queue pair. */
    public PooledReceives(ReceivePool pool) {
        this.pool = pool;
    }

    /** Sets what is done when receives come that were asked for in vain. */
    public void onPosted(Runnable action) {
        waker = action;
    }

    @Override
    public long head() {
        return head;
    }

    @Override
    public ReceiveWqe at(long position) {
        if (position - head >= mostHeld() && tail <= position) {
            return null;
        }
        while (tail <= position) {
            if (!takeOne()) {
                return null;
            }
        }
        ReceiveWqe wqe = wqes[index(position)];
        asked += wqe.asked ? 0 : 1;
        wqe.asked = true;
        return wqe;
    }

    /** A message with a number far ahead doesn't take the receives of all who share them. */
    private int mostHeld() {
        return Math.min(MOST_HELD, AHEAD + AHEAD_OF_EACH * asked);
    }

    private boolean takeOne() {
        if (tail - head == wqes.length) {
            grow();
        }
        int index = index(tail);
        if (wqes[index] == null) {
            wqes[index] = new ReceiveWqe(pool.maxSge());
        }
        ReceiveWqe taken = pool.take(wqes[index]);
        if (taken == null && !waiting) {
            await();
            taken = pool.take(wqes[index]); // posted before it was known that we wait
        }
        if (taken == null) {
            return false;
        }
        wqes[index] = taken;
        tail++;
        return true;
    }

    private void grow() {
        int size = wqes.length;
        ReceiveWqe[] larger = Arrays.copyOf(wqes, 2 * size);
        for (long i = head; i < tail; i++) {
            ReceiveWqe held = wqes[index(i)];
            int at = (int) i & (2 * size - 1);
            larger[at] = held;
            larger[at ^ size] = null;
        }
        wqes = larger;
    }

    private int index(long position) {
        return (int) position & (wqes.length - 1);
    }

    @Override
    public ReceiveWqe held() {
        return head == tail ? null : wqes[index(head)];
    }

    @Override
    public void free() {
        ReceiveWqe freed = wqes[index(head)];
        asked -= freed.asked ? 1 : 0;
        freed.sges().release();
        head++;
    }

    @Override
    public int available() {
        return (int) (tail - head);
    }

    @Override
    public boolean shared() {
        return true;
    }

    @Override
    public boolean anyLeft() {
        if (pool.available() == 0) {
            await();
        }
        return pool.available() > 0;
    }

    private void await() {
        if (!waiting) {
            waiting = true;
            pool.await(this);
        }
    }

    void wake() {
        waiting = false;
        waker.run();
    }

    @Override
    public int domain(int own) {
        return pool.domain();
    }

    /** The queue pair is gone. */
    public void close() {
        pool.leave(this);
        waiting = false;
    }
}
