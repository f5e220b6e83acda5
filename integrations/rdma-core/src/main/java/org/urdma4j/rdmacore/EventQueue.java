package org.urdma4j.rdmacore;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** Events that wait for whoever asks for them. Any thread. */
final class EventQueue<T> {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<T> waiting = new ArrayDeque<>();
    private final String owner;
    private boolean closed;

    /** Makes an empty one; the owner is named by what is thrown when it is closed. */
    EventQueue(String owner) {
        this.owner = owner;
    }

    void add(T event) {
        lock.lock();
        try {
            waiting.add(event);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** The same unless an equal one waits. */
    void addOnce(T event) {
        lock.lock();
        try {
            if (!waiting.contains(event)) {
                add(event);
            }
        } finally {
            lock.unlock();
        }
    }

    void removeIf(Predicate<T> gone) {
        lock.lock();
        try {
            waiting.removeIf(gone);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the oldest, or null when there is none in time. */
    T take(Duration timeout) throws InterruptedException {
        long left = nanos(timeout);
        lock.lockInterruptibly();
        try {
            while (true) {
                if (closed) {
                    throw new IllegalStateException("the " + owner + " is closed");
                }
                if (!waiting.isEmpty() || left <= 0) {
                    return waiting.poll();
                }
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private static long nanos(Duration timeout) {
        try {
            return timeout.toNanos();
        } catch (ArithmeticException _) {
            return timeout.isNegative() ? 0 : Long.MAX_VALUE;
        }
    }

    /** Returns the oldest, or null. */
    T poll() {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the " + owner + " is closed");
            }
            return waiting.poll();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            waiting.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
