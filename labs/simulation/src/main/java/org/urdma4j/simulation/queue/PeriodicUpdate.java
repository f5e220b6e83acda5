package org.urdma4j.simulation.queue;

import java.util.function.LongConsumer;

/**
 * What a queue does each so many nanoseconds, caught up with when the queue is called next: until
 * then nothing in it has changed.
 */
final class PeriodicUpdate {
    /** Whoever had nothing to do for so many periods has come to rest. */
    private static final int MOST = 2000;

    private final long periodNs;
    private final LongConsumer update;
    private boolean started;
    private long nextNs;

    /**
     * @param update is given the time at which it was due
     */
    PeriodicUpdate(long periodNs, LongConsumer update) {
        this.periodNs = periodNs;
        this.update = update;
    }

    /** Runs what is due. */
    void run(long nowNs) {
        if (!started || nowNs - nextNs > MOST * periodNs) {
            nextNs = started ? nowNs - MOST * periodNs : nowNs + periodNs;
            started = true;
        }
        while (nowNs - nextNs >= 0) {
            update.accept(nextNs);
            nextNs += periodNs;
        }
    }
}
