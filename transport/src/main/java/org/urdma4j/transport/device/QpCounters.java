package org.urdma4j.transport.device;

import org.urdma4j.transport.counter.Counters;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;

/** What a single queue pair has counted; {@link SoftContext#counters} has the sums. */
public final class QpCounters {
    private QpCounters() {}

    /**
     * Returns the counters of a queue pair, which go on counting. Any thread may read them.
     *
     * @throws VerbsException with {@link Errno#EINVAL} if it is not a software device's
     */
    public static Counters of(QueuePair pair) {
        if (pair instanceof SoftQueuePair soft) {
            return soft.counters();
        }
        throw new VerbsException(
                Errno.EINVAL, "only queue pairs of a software device have counters");
    }
}
