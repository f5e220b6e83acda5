package org.urdma4j.transport.stat;

import java.util.List;
import java.util.Map;

/**
 * What a device has counted by a moment.
 *
 * @param process whose it is
 * @param device its name
 * @param program class or jar that the process runs
 * @param publishedMs the moment, milliseconds since 1970; 0: not yet
 * @param intervalMs how long until the next
 * @param queuePairCount how many there are; more than in the list where there are too many
 * @param counters by the names of {@link org.urdma4j.transport.counter.Counter#label}
 */
public record DeviceStat(
        ProcessIdentity process,
        String device,
        String program,
        long publishedMs,
        long intervalMs,
        int queuePairCount,
        Map<String, Long> counters,
        List<QpStat> queuePairs) {
    /** Returns a counter, 0 for one that the process doesn't have. */
    public long counter(String name) {
        return counters.getOrDefault(name, 0L);
    }
}
