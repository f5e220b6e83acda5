package org.urdma4j.forward;

import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.port.NetworkPort;

import java.io.File;

/** What would grow if something leaked. */
record Counts(int descriptors, int threads, int near, int far, int regions, int queuePairs) {
    static Counts of(Ends ends) {
        return new Counts(
                new File("/proc/self/fd").list().length,
                new File("/proc/self/task").list().length,
                ids(ends.near),
                ids(ends.far),
                ends.ports.stream().mapToInt(Counts::regions).sum(),
                ends.near.statistics(0).queuePairCount() + ends.far.statistics(0).queuePairCount());
    }

    /** Whether it has as much of what is counted exactly. */
    boolean isLike(Counts other) {
        return near == other.near
                && far == other.far
                && regions == other.regions
                && queuePairs == other.queuePairs;
    }

    private static int regions(NetworkPort loop) {
        return loop.call(() -> loop.shard().regions().size());
    }

    private static int ids(SoftContext context) {
        return context.connections().ids();
    }
}
