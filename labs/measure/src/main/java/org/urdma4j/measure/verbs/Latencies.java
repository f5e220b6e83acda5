package org.urdma4j.measure.verbs;

import org.HdrHistogram.Histogram;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.traffic.LatencySummary;
import org.urdma4j.transport.port.SystemClock;

import java.util.concurrent.locks.LockSupport;

/**
 * When requests are to be posted one at a time, and how long each took from then. With a rate a
 * request that should have been posted while the one before was under way counts its waiting, so a
 * pause of the path is not seen once where many would have met it. One thread, and after it another
 * that reads.
 */
final class Latencies {
    private static final long MOST_NS = 3_600_000_000_000L;
    private static final int DIGITS = 3;
    private static final double NS_PER_US = 1e3;
    private static final double BITS_TIMES_NS = 8e9;

    /** Shorter waits are spun, as waking up takes about as long. */
    private static final long SPIN_NS = 100_000;

    private final Histogram histogram = new Histogram(MOST_NS, DIGITS);
    private final long intervalNs;
    private final long omitNs;
    private long startNs;
    private long dueNs;
    private boolean begun;

    Latencies(RunSpec spec) {
        long rate = spec.tuning().rateBps();
        intervalNs = rate == 0 ? 0 : Math.round(BITS_TIMES_NS * spec.load().size() / rate);
        omitNs = spec.load().omitNs();
    }

    /** Waits until the next request is due, and returns when that was. */
    long await() {
        long now = SystemClock.nowNs();
        if (!begun) {
            begun = true;
            startNs = now;
            dueNs = now;
            return now;
        }
        if (intervalNs == 0) {
            dueNs = now;
            return now;
        }
        dueNs += intervalNs;
        while (dueNs - now > 0) {
            if (dueNs - now > SPIN_NS) {
                LockSupport.parkNanos(dueNs - now - SPIN_NS);
            } else {
                Thread.onSpinWait();
            }
            now = SystemClock.nowNs();
        }
        return dueNs;
    }

    /** Notes that the request that was due at {@code dueAtNs} is complete now. */
    void complete(long dueAtNs) {
        record(dueAtNs, SystemClock.nowNs());
    }

    void record(long dueAtNs, long doneNs) {
        if (doneNs - startNs >= omitNs) {
            histogram.recordValue(Math.min(doneNs - dueAtNs, MOST_NS));
        }
    }

    /** Returns what was measured, or null when nothing was. */
    LatencySummary summary() {
        return summary(histogram);
    }

    /** Returns what a histogram of nanoseconds has, or null when it is empty. */
    static LatencySummary summary(Histogram histogram) {
        if (histogram.getTotalCount() == 0) {
            return null;
        }
        return new LatencySummary(
                histogram.getTotalCount(),
                histogram.getMinValue() / NS_PER_US,
                histogram.getValueAtPercentile(50) / NS_PER_US,
                histogram.getMean() / NS_PER_US,
                histogram.getValueAtPercentile(99) / NS_PER_US,
                histogram.getValueAtPercentile(99.9) / NS_PER_US,
                histogram.getMaxValue() / NS_PER_US);
    }
}
