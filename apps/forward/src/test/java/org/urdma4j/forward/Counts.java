package org.urdma4j.forward;

import org.urdma4j.transport.device.SoftContext;

import java.io.File;

/** What would grow if something leaked. */
record Counts(int descriptors, int near, int far, int queuePairs) {
    static Counts of(Ends ends) {
        return new Counts(
                new File("/proc/self/fd").list().length,
                ids(ends.near),
                ids(ends.far),
                ends.near.statistics(0).queuePairCount() + ends.far.statistics(0).queuePairCount());
    }

    private static int ids(SoftContext context) {
        return context.connections().ids();
    }
}
