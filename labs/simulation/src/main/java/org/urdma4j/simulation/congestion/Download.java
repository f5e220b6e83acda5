package org.urdma4j.simulation.congestion;

import java.util.function.LongSupplier;

/** A flow that ends when all its data has arrived. Confined to the thread that runs the time. */
public final class Download {
    private final long bytes;
    private final LongSupplier arrived;
    private final Runnable stop;
    private boolean done;

    /**
     * @param arrived bytes of data so far, each once
     * @param stop called once, when that is all
     */
    Download(long bytes, LongSupplier arrived, Runnable stop) {
        this.bytes = bytes;
        this.arrived = arrived;
        this.stop = stop;
    }

    /** Returns whether all of it has arrived; to be asked often, since nothing else ends it. */
    public boolean isDone() {
        if (!done && arrived.getAsLong() >= bytes) {
            done = true;
            stop.run();
        }
        return done;
    }
}
