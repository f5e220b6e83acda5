package org.urdma4j.endpoint;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How much is left of a wait that consists of several. */
final class WaitClock {
    private final long beginNs = System.nanoTime();
    private final long lengthNs;

    /** Starts now. */
    WaitClock(Duration length) {
        lengthNs = TimeUnit.NANOSECONDS.convert(length); // saturates
    }

    /** Returns nanoseconds; zero or less if the wait is over. */
    long leftNs() {
        return lengthNs - (System.nanoTime() - beginNs);
    }

    Duration left() {
        return Duration.ofNanos(leftNs());
    }

    /** Returns what is left, and {@code most} if that is less. */
    Duration left(Duration most) {
        Duration left = left();
        return left.compareTo(most) < 0 ? left : most;
    }
}
