package org.urdma4j.measure.control;

import org.urdma4j.transport.port.SystemClock;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Says every second that this side is alive while it is busy with something that takes long, on a
 * thread of its own. Who is busy tells how it gets on: when it hasn't for long, this falls silent,
 * so that the other side gives up whoever hangs as it does whoever is gone. Any thread may call.
 */
public final class SignsOfLife implements AutoCloseable {
    /**
     * Lengths of time.
     *
     * @param everyNs from one sign to the next
     * @param stuckNs without progress until there are no more
     */
    public record Timing(long everyNs, long stuckNs) {
        /** A single step, such as to get all memory, may take a busy machine long. */
        public static final Timing DEFAULT = new Timing(1_000_000_000L, 60_000_000_000L);
    }

    private final ControlConnection connection;
    private final JsonNode sign;
    private final Timing timing;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long dueNs; // of the next sign; guarded by the lock
    private volatile long advancedNs = SystemClock.nowNs();
    private volatile boolean ended;

    /**
     * Begins.
     *
     * @param sign what is sent
     * @param firstNs time until the first
     */
    public SignsOfLife(ControlConnection connection, JsonNode sign, Timing timing, long firstNs) {
        this.connection = connection;
        this.sign = sign;
        this.timing = timing;
        dueNs = advancedNs + firstNs;
        // A platform thread: virtual ones share what may be busy with what is waited for.
        Thread.ofPlatform().daemon().name("bench-alive").start(this::run);
    }

    /** This side got on. */
    public void advance() {
        advancedNs = SystemClock.nowNs();
    }

    /** The next sign is due as usual, whatever was said of the first. */
    public void hurry() {
        lock.lock();
        try {
            dueNs = Math.min(dueNs, SystemClock.nowNs() + timing.everyNs());
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (awaitDue()) {
                if (SystemClock.nowNs() - advancedNs < timing.stuckNs()) {
                    connection.sendIf(() -> !ended, sign);
                }
            }
        } catch (IOException _) {
            // the other side is gone, which whoever reads learns
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether a sign is to be sent, when it is. */
    private boolean awaitDue() throws InterruptedException {
        lock.lock();
        try {
            long leftNs;
            while (!ended && (leftNs = dueNs - SystemClock.nowNs()) > 0) {
                var _ = changed.await(leftNs, TimeUnit.NANOSECONDS);
            }
            dueNs = SystemClock.nowNs() + timing.everyNs();
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    /** No sign comes after what is sent from now on. Again it does nothing. */
    public void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #end}. */
    @Override
    public void close() {
        end();
    }
}
