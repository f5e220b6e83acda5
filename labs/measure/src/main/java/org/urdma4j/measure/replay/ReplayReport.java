package org.urdma4j.measure.replay;

import java.util.List;
import java.util.Map;

/**
 * What came of a replay.
 *
 * @param host address that frames were taken for
 * @param pairs in the order in which requests came to them
 * @param memory what requests reached, in that order
 * @param counters what the device counted, by the names of {@code Counter}; those above 0
 */
public record ReplayReport(
        String host, List<Pair> pairs, List<Memory> memory, Map<String, Long> counters) {
    /**
     * A queue pair.
     *
     * @param qp its number
     * @param peer who asks, as far as the first request says
     * @param service {@code RC}, {@code UC}, {@code UD} or {@code URDMA}
     * @param state at the end: {@code RTS}, or {@code ERR} after a request that breaks the rules
     * @param receives how many receives completed
     * @param receivedBytes what came by them
     * @param counters as of the device
     */
    public record Pair(
            int qp,
            String peer,
            String service,
            String state,
            long receives,
            long receivedBytes,
            Map<String, Long> counters) {}

    /**
     * Memory behind a key.
     *
     * @param rkey key
     * @param address of the first byte, rounded down to a multiple of eight
     * @param bytes rounded up
     * @param sha256 of what stands there now; before there were zeros
     */
    public record Memory(int rkey, long address, long bytes, String sha256) {}

    /** Returns whether no queue pair was ended by a request. */
    public boolean isSound() {
        return pairs.stream().noneMatch(pair -> pair.state().equals("ERR"));
    }
}
