package org.urdma4j.micrometer;

import io.micrometer.core.instrument.Clock;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The newest snapshot, taken anew when it is older than a second: a registry reads dozens of meters
 * one by one, and each snapshot makes an event loop stop for a moment. Any thread.
 *
 * @param <T> what is taken
 */
final class Snapshots<T> {
    private static final long AGE_NS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<T> source;
    private final Clock clock;
    private T newest;
    private long takenNs;
    private boolean over;

    Snapshots(Supplier<T> source, Clock clock) {
        this.source = source;
        this.clock = clock;
    }

    /** Returns the newest; of something closed the last, so that no counter falls. */
    synchronized T get() {
        long nowNs = clock.monotonicTime();
        if (!over && (newest == null || nowNs - takenNs >= AGE_NS)) {
            try {
                newest = source.get();
                takenNs = nowNs;
            } catch (IllegalStateException _) {
                over = true;
            }
        }
        return newest;
    }

    /** Returns whether it was found to be closed. */
    synchronized boolean isOver() {
        return over;
    }
}
