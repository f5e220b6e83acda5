package org.urdma4j.transport.device;

import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.transport.qp.RailStatistics;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;

import java.util.List;

/** Asks a queue pair of a software device about its path. */
public final class PathQuery {
    private PathQuery() {}

    /**
     * Returns a snapshot, taken on the event loop, for which the caller waits. Any thread.
     *
     * @throws VerbsException with {@link Errno#EINVAL} if the queue pair is of another provider
     * @throws IllegalStateException if it is closed
     */
    public static PathStatistics of(QueuePair queuePair) {
        return soft(queuePair).path();
    }

    /**
     * Returns what it knows of each pair of addresses that it sends between; empty if there is one.
     * Otherwise as {@link #of}.
     */
    public static List<RailStatistics> railsOf(QueuePair queuePair) {
        return soft(queuePair).rails();
    }

    private static SoftQueuePair soft(QueuePair queuePair) {
        if (queuePair instanceof SoftQueuePair soft) {
            return soft;
        }
        throw new VerbsException(
                Errno.EINVAL, "only queue pairs of software devices can tell of their path");
    }
}
