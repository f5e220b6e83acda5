package org.urdma4j.measure.verbs;

import org.urdma4j.transport.port.SystemClock;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * When requests are due that are posted at a rate, the first at once. One that comes late delays
 * none behind it. Of one thread.
 */
final class PostPacer {
    private static final double BITS_TIMES_NS = 8e9;

    private final double intervalNs; // 0 without a rate
    private long startNs;
    private boolean begun;

    /**
     * Creates one that has not begun.
     *
     * @param rateBps bit/s of what requests hold, 0 for no limit
     * @param bytes of a request
     */
    PostPacer(long rateBps, long bytes) {
        intervalNs = rateBps == 0 ? 0 : BITS_TIMES_NS * bytes / rateBps;
    }

    /** Returns how many are due by now. */
    long due() {
        if (intervalNs == 0) {
            return Long.MAX_VALUE;
        }
        long nowNs = SystemClock.nowNs();
        if (!begun) {
            begun = true;
            startNs = nowNs;
        }
        return due(nowNs - startNs);
    }

    /** Returns how many are due by a time after the first. */
    long due(long sinceNs) {
        return (long) (sinceNs / intervalNs) + 1;
    }

    /**
     * Waits until the next is due, if it isn't.
     *
     * @param posted how many have been
     * @param most how long at most
     * @return whether it waited
     */
    boolean await(long posted, Duration most) {
        if (due() > posted) {
            return false;
        }
        long leftNs = startNs + (long) (posted * intervalNs) - SystemClock.nowNs();
        LockSupport.parkNanos(Math.clamp(leftNs, 0, most.toNanos()));
        return true;
    }
}
