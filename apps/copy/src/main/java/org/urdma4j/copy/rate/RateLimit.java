package org.urdma4j.copy.rate;

import org.urdma4j.copy.wire.Throttle;

import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Holds all streams of a copy to one rate, which may be changed at any time. Any thread may call.
 */
public final class RateLimit implements Throttle {
    private static final int LEAST_PIECE = 4096;
    private static final int PIECES_PER_S = 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final LongSupplier clock;
    private final Budget budget;
    private long wanted;
    private long planned; // 0 for no limit
    private volatile long bitsPerSecond;

    /**
     * @param bitsPerSecond 0 for no limit
     * @param clock nanoseconds
     */
    public RateLimit(long bitsPerSecond, LongSupplier clock) {
        this.bitsPerSecond = bitsPerSecond;
        wanted = bitsPerSecond;
        this.clock = clock;
        budget = new Budget(bitsPerSecond, clock.getAsLong());
    }

    /** Returns the limit in bit/s, 0 if there is none. */
    public long bitsPerSecond() {
        return bitsPerSecond;
    }

    /** Sets the limit in bit/s, 0 for none; who waits goes on by it. */
    public void set(long rate) {
        change(rate, -1);
    }

    /** Sets another one, which a plan has; the lesser of both holds. */
    public void plan(long rate) {
        change(-1, rate);
    }

    /**
     * @param user -1 to leave it
     * @param plan -1 to leave it
     */
    private void change(long user, long plan) {
        lock.lock();
        try {
            wanted = user < 0 ? wanted : user;
            planned = plan < 0 ? planned : plan;
            boolean both = wanted > 0 && planned > 0;
            long rate = both ? Math.min(wanted, planned) : Math.max(wanted, planned);
            budget.rate(rate, clock.getAsLong());
            bitsPerSecond = rate;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** So few that a slow copy still says often enough that it is there. */
    @Override
    public int piece() {
        long rate = bitsPerSecond;
        long piece = Math.max(LEAST_PIECE, rate / Byte.SIZE / PIECES_PER_S);
        return rate == 0 ? Integer.MAX_VALUE : (int) Math.min(Integer.MAX_VALUE, piece);
    }

    @Override
    public void moving(int bytes) throws ClosedByInterruptException {
        if (bitsPerSecond == 0) {
            return;
        }
        lock.lock();
        try {
            long wait = budget.take(bytes, clock.getAsLong());
            while (wait > 0) {
                var _ = changed.await(wait, TimeUnit.NANOSECONDS);
                wait = budget.waitNs(clock.getAsLong());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        } finally {
            lock.unlock();
        }
    }
}
