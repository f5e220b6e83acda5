package org.urdma4j.gateway.bridge.frame;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Has code compiled before it is needed: else the first seconds of a run are late. */
public final class WarmUp {
    private static final long LONGEST_NS = 2_000_000_000;

    private WarmUp() {}

    /**
     * Runs steps of made-up work until there were enough or two seconds are over.
     *
     * @param clock nanoseconds
     * @param step does a little, and returns whether to go on
     */
    public static void run(LongSupplier clock, BooleanSupplier step) {
        long startNs = clock.getAsLong();
        while (clock.getAsLong() - startNs < LONGEST_NS && step.getAsBoolean()) {
            // the step is all there is to do
        }
    }
}
