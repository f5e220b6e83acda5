package org.urdma4j.lab.coexist;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the queue and the link did in the course of a run, on the way to the receiver.
 *
 * @param rateBps of the link
 * @param readings in the order of time
 */
public record PathTrace(long rateBps, List<Reading> readings) {
    /**
     * Counters since the path was made.
     *
     * @param seconds of the run
     * @param wireBytes that the link took, framing included
     * @param packets that it took
     * @param drops packets that found the queue full
     * @param queuedMs sum of what all packets waited in the queue
     */
    public record Reading(
            double seconds, long wireBytes, long packets, long drops, double queuedMs) {}

    /**
     * The queue between two readings.
     *
     * @param seconds of the run, when it ended
     * @param packets that waited
     * @param meanMs what they waited on average
     */
    public record Queue(double seconds, long packets, double meanMs) {}

    public PathTrace {
        readings = List.copyOf(readings);
    }

    /** Returns the queue between each two readings in which packets came. */
    public List<Queue> queues() {
        List<Queue> queues = new ArrayList<>();
        for (int i = 1; i < readings.size(); i++) {
            Reading before = readings.get(i - 1);
            Reading now = readings.get(i);
            long packets = now.packets - before.packets;
            if (packets > 0) {
                double waitedMs = now.queuedMs - before.queuedMs;
                queues.add(new Queue(now.seconds, packets, waitedMs / packets));
            }
        }
        return queues;
    }

    /**
     * Returns what a share of the packets at most waited between two times, ms; packets between two
     * readings count as if all had waited the same. NaN if none came.
     */
    public double queueMs(double share, double fromS, double toS) {
        List<Queue> sorted =
                queues().stream()
                        .filter(queue -> queue.seconds > fromS && queue.seconds <= toS)
                        .sorted(Comparator.comparingDouble(Queue::meanMs))
                        .toList();
        double wanted = share * sorted.stream().mapToLong(Queue::packets).sum();
        long below = 0;
        for (Queue queue : sorted) {
            below += queue.packets;
            if (below >= wanted) {
                return queue.meanMs;
            }
        }
        return Double.NaN;
    }

    /** Returns how much of the link was used between two times, 0 to 1; NaN if that is unknown. */
    public double use(double fromS, double toS) {
        List<Reading> within =
                readings.stream()
                        .filter(reading -> reading.seconds >= fromS && reading.seconds <= toS)
                        .toList();
        if (within.size() < 2) {
            return Double.NaN;
        }
        Reading first = within.getFirst();
        Reading last = within.getLast();
        return Byte.SIZE
                * (last.wireBytes - first.wireBytes)
                / (rateBps * (last.seconds - first.seconds));
    }
}
