package org.urdma4j.transport.device;

import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;

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
        if (!(queuePair instanceof SoftQueuePair soft)) {
            throw new VerbsException(
                    Errno.EINVAL, "only queue pairs of software devices can tell of their path");
        }
        return soft.path();
    }
}
