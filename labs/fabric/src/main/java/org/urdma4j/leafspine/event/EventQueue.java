package org.urdma4j.leafspine.event;

import java.util.Arrays;

/**
 * A clock in picoseconds that jumps from one event to the next; those of the same instant run in
 * the order in which they were scheduled. Scheduling allocates nothing. Confined to one thread.
 */
public final class EventQueue {
    private Event[] heap = new Event[64];
    private int size;
    private long nowPs;
    private long order;
    private long ran;

    /** Returns the present time in picoseconds; 0 at the beginning. */
    public long nowPs() {
        return nowPs;
    }

    public long ran() {
        return ran;
    }

    /** Schedules an event, now if that instant has passed; another time if it was scheduled. */
    public void schedule(Event event, long atPs) {
        cancel(event);
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        event.atPs = Math.max(atPs, nowPs);
        event.order = order++;
        up(event, size++);
    }

    /** Schedules what happens once. */
    public void schedule(long atPs, Runnable action) {
        schedule(Event.of(action), atPs);
    }

    /** Takes an event back, if it is scheduled. */
    public void cancel(Event event) {
        int hole = event.place;
        if (hole == Event.IDLE) {
            return;
        }
        Event last = heap[--size];
        heap[size] = null;
        event.place = Event.IDLE;
        if (hole < size) {
            up(last, hole);
            down(last, last.place);
        }
    }

    /** Runs the next event; returns false if there is none. */
    public boolean runNext() {
        if (size == 0) {
            return false;
        }
        Event next = heap[0];
        nowPs = next.atPs;
        Event last = heap[--size];
        heap[size] = null;
        next.place = Event.IDLE;
        if (size > 0) {
            down(last, 0);
        }
        ran++;
        next.run();
        return true;
    }

    private void up(Event event, int from) {
        int at = from;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!event.isBefore(heap[parent])) {
                break;
            }
            put(heap[parent], at);
            at = parent;
        }
        put(event, at);
    }

    private void down(Event event, int from) {
        int at = from;
        while (true) {
            int child = 2 * at + 1;
            if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
                child++;
            }
            if (child >= size || !heap[child].isBefore(event)) {
                break;
            }
            put(heap[child], at);
            at = child;
        }
        put(event, at);
    }

    private void put(Event event, int at) {
        heap[at] = event;
        event.place = at;
    }
}
