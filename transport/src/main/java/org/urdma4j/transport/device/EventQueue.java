package org.urdma4j.transport.device;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Events for threads that wait for them. Closing wakes them all: what they waited on exists no
 * more.
 *
 * @param <E> the events
 */
final class EventQueue<E> {
    private static final Object CLOSED = new Object();

    private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();

    void add(E event) {
        events.add(event);
    }

    /** Removes every occurrence of {@code event}. */
    void remove(E event) {
        events.removeIf(event::equals);
    }

    /** Returns the oldest event, null when there is none. */
    E poll() {
        return opened(events.poll());
    }

    /**
     * Waits for an event, null when none comes in time.
     *
     * @throws IllegalStateException if {@code owner} is closed meanwhile
     */
    E await(Duration timeout, Resource owner) throws InterruptedException {
        // Converting saturates where Duration.toNanos would overflow.
        long ns = TimeUnit.NANOSECONDS.convert(timeout);
        E event = opened(events.poll(ns, TimeUnit.NANOSECONDS));
        if (event == null) {
            owner.checkOpen();
        }
        return event;
    }

    void close() {
        events.clear();
        events.add(CLOSED);
    }

    @SuppressWarnings("unchecked") // only add puts anything but CLOSED there
    private E opened(Object event) {
        if (CLOSED.equals(event)) {
            events.add(CLOSED); // for the next who waits
            return null;
        }
        return (E) event;
    }
}
