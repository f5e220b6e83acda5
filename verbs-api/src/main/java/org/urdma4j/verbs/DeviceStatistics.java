package org.urdma4j.verbs;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What an open device has counted since it was opened, by one moment: {@link Context#statistics}.
 * Immutable.
 *
 * @param device its name
 * @param counters sums over all queue pairs, those closed included, and what belongs to none, by
 *     name in the device's order, zeros included. Names are lower case with underscores; those that
 *     end in {@code _bytes} count bytes, the others events, packets mostly. None ever falls
 * @param queuePairCount how many queue pairs there are
 * @param queuePairs the queue pairs of that moment, no more than were asked for
 */
public record DeviceStatistics(
        String device,
        Map<String, Long> counters,
        int queuePairCount,
        List<QpStatistics> queuePairs) {
    /** Copies the list. */
    public DeviceStatistics {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(counters, "counters");
        queuePairs = List.copyOf(queuePairs);
    }

    /** Returns a counter, 0 for one that the device doesn't have. */
    public long counter(String name) {
        return counters.getOrDefault(name, 0L);
    }
}
