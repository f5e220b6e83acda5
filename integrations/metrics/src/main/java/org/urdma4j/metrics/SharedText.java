package org.urdma4j.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A text that is made once for all that ask meanwhile, so that many who ask cost what few cost. Who
 * asks gets one that was begun afterwards. Any thread.
 */
final class SharedText {
    private final Supplier<String> maker;
    private final long restNs;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition made = lock.newCondition();
    private boolean making;
    private long begun;
    private long done;
    private long lastNs;
    private String text;

    /**
     * Creates one.
     *
     * @param restNs from one that is begun to the next, at least
     */
    SharedText(Supplier<String> maker, long restNs) {
        this.maker = maker;
        this.restNs = restNs;
        lastNs = MetricsClock.nowNs() - restNs;
    }

    /** Returns a text that is no older than the call; throws what the maker throws. */
    String get() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long before = begun;
            while (making) {
                made.await();
                if (done > before) {
                    return text;
                }
            }
            making = true;
        } finally {
            lock.unlock();
        }
        return make();
    }

    private String make() throws InterruptedException {
        String fresh = null;
        try {
            TimeUnit.NANOSECONDS.sleep(lastNs + restNs - MetricsClock.nowNs());
            begin();
            fresh = maker.get();
            return fresh;
        } finally {
            end(fresh);
        }
    }

    private void begin() {
        lock.lock();
        try {
            begun++;
            lastNs = MetricsClock.nowNs();
        } finally {
            lock.unlock();
        }
    }

    /** Those that wait make it themselves, one by one, if it has failed. */
    private void end(String fresh) {
        lock.lock();
        try {
            making = false;
            if (fresh != null) {
                text = fresh;
                done = begun;
            }
            made.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
