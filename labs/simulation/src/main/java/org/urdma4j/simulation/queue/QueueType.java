package org.urdma4j.simulation.queue;

import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Queues by name. */
public enum QueueType {
    /** The link's own: what doesn't fit is dropped, and what leaves is marked as configured. */
    DROP_TAIL,
    FQ_CODEL,
    PIE,
    DUALPI2,
    /** As the link's own, but what is urgent leaves first. */
    PRIORITY;

    /**
     * Makes a queue, null for the link's own.
     *
     * @param limitBytes what may wait, framing included
     * @param random of its own
     * @param dropped is given each packet that is dropped
     */
    public QueueDiscipline create(
            long limitBytes, RandomGenerator random, Consumer<QueuedPacket> dropped) {
        return switch (this) {
            case DROP_TAIL -> null;
            case FQ_CODEL -> new FqCoDel(limitBytes, random.nextInt(), dropped);
            case PIE -> new Pie(limitBytes, random, dropped);
            case DUALPI2 -> new DualPi2(limitBytes, dropped);
            case PRIORITY -> new UrgentFirst(limitBytes, dropped);
        };
    }
}
