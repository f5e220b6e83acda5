package org.urdma4j.simulation.time;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * A clock in nanoseconds that stands still while events run and jumps from one to the next. Events
 * that are due at the same instant run in the order in which they were scheduled.
 *
 * <p>Not thread-safe: events run on the thread that calls one of the {@code run} methods, and
 * nothing else may touch the clock meanwhile. Use {@code time::nowNs} where a clock is asked for.
 */
public final class VirtualTime {
    /** More events than this without a step of the clock are taken for an endless loop. */
    private static final int EVENTS_PER_INSTANT = 10_000_000;

    private final int eventsPerInstant;
    private VirtualTimer[] heap = new VirtualTimer[64];
    private int size;
    private long nowNs;
    private long sequence;
    private long events;
    private int eventsNow;

    /** Starts the clock at {@code startNs}; any value will do. */
    public VirtualTime(long startNs) {
        this(startNs, EVENTS_PER_INSTANT);
    }

    VirtualTime(long startNs, int eventsPerInstant) {
        this.nowNs = startNs;
        this.eventsPerInstant = eventsPerInstant;
    }

    /** Returns the present time in nanoseconds. */
    public long nowNs() {
        return nowNs;
    }

    /** Makes a timer, not yet scheduled, that can be set again and again without allocating. */
    public VirtualTimer timer(Runnable action) {
        return new VirtualTimer(this, action);
    }

    /**
     * Runs {@code action} once at {@code atNs}, or at the present instant if that has passed;
     * returns the timer, to cancel it.
     */
    public VirtualTimer schedule(long atNs, Runnable action) {
        VirtualTimer timer = timer(action);
        timer.schedule(atNs);
        return timer;
    }

    public long events() {
        return events;
    }

    public int scheduled() {
        return size;
    }

    /**
     * Moves to the next event and runs it; returns false if there is none.
     *
     * @throws IllegalStateException if events keep scheduling each other at the same instant
     */
    public boolean runNext() {
        if (size == 0) {
            return false;
        }
        VirtualTimer next = heap[0];
        if (next.atNs() != nowNs) {
            nowNs = next.atNs();
            eventsNow = 0;
        } else if (++eventsNow > eventsPerInstant) {
            throw new IllegalStateException(
                    "over %d events at %d ns: something schedules itself without letting time pass"
                            .formatted(eventsPerInstant, nowNs));
        }
        remove(next);
        events++;
        next.run();
        return true;
    }

    /** Runs every event due up to and including {@code endNs}, then moves the clock there. */
    public void runUntil(long endNs) {
        while (size > 0 && heap[0].atNs() - endNs <= 0) {
            runNext();
        }
        if (endNs - nowNs > 0) {
            nowNs = endNs;
            eventsNow = 0;
        }
    }

    /**
     * Runs events until {@code done} is true, asked before each one, and returns true; or until
     * none is left that is due up to {@code endNs}, and returns what {@code done} then says. The
     * clock stays at the last event.
     */
    public boolean runUntil(BooleanSupplier done, long endNs) {
        while (!done.getAsBoolean()) {
            if (size == 0 || heap[0].atNs() - endNs > 0) {
                return false;
            }
            runNext();
        }
        return true;
    }

    void add(VirtualTimer timer, long atNs) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        timer.due(atNs - nowNs < 0 ? nowNs : atNs, sequence++);
        siftUp(timer, size++);
    }

    void remove(VirtualTimer timer) {
        int hole = timer.index();
        VirtualTimer last = heap[--size];
        heap[size] = null;
        timer.index(VirtualTimer.IDLE);
        if (last != timer) {
            siftUp(last, hole);
            siftDown(last, last.index());
        }
    }

    private void siftUp(VirtualTimer timer, int from) {
        int at = from;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!timer.isBefore(heap[parent])) {
                break;
            }
            place(heap[parent], at);
            at = parent;
        }
        place(timer, at);
    }

    private void siftDown(VirtualTimer timer, int from) {
        int at = from;
        while (true) {
            int child = 2 * at + 1;
            if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
                child++;
            }
            if (child >= size || !heap[child].isBefore(timer)) {
                break;
            }
            place(heap[child], at);
            at = child;
        }
        place(timer, at);
    }

    private void place(VirtualTimer timer, int at) {
        heap[at] = timer;
        timer.index(at);
    }
}
