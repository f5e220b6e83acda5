package org.urdma4j.transport.device;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Events for threads that wait for them, each once however often it happens before it is taken; so
 * there are no more than there are objects to tell of, whether or not anybody takes them. Closing
 * wakes all who wait: what they waited on exists no more.
 *
 * @param <E> the events
 */
final class EventQueue<E> {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();

    /** The oldest first; guarded by {@link #lock}. */
    private final LinkedHashSet<E> events = new LinkedHashSet<>();

    private boolean closed;

    /**
     * Adds an event, unless it waits already.
     *
     * @param of what it tells of; nothing is told of what is closed, which removes its events then
     */
    void add(E event, Resource of) {
        lock.lock();
        try {
            if (!closed && !of.closed() && events.add(event)) {
                added.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Removes {@code event} if it waits. */
    void remove(E event) {
        lock.lock();
        try {
            events.remove(event);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the oldest event, null when there is none. */
    E poll() {
        lock.lock();
        try {
            return take();
        } finally {
            lock.unlock();
        }
    }

    private E take() {
        return events.isEmpty() ? null : events.removeFirst();
    }

    /**
     * Waits for an event, null when none comes in time.
     *
     * @throws IllegalStateException if {@code owner} is closed meanwhile
     */
    E await(Duration timeout, Resource owner) throws InterruptedException {
        // Converting saturates where Duration.toNanos would overflow.
        long left = TimeUnit.NANOSECONDS.convert(timeout);
        E event;
        lock.lockInterruptibly();
        try {
            while (events.isEmpty() && !closed && left > 0) {
                left = added.awaitNanos(left);
            }
            event = take();
        } finally {
            lock.unlock();
        }
        if (event == null) {
            owner.checkOpen();
        }
        return event;
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            events.clear();
            added.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
