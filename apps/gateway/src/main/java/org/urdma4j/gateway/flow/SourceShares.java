package org.urdma4j.gateway.flow;

import java.util.HashMap;
import java.util.Map;

/** How many flows each source has. */
final class SourceShares {
    /** The part of the table that one source may take. */
    private static final int SHARE = 8;

    private final int most;
    private final FlowHash hash;
    private final Map<Source, Integer> flows = new HashMap<>();

    SourceShares(int mostFlows, FlowHash hash) {
        this.most = Math.max(1, mostFlows / SHARE);
        this.hash = hash;
    }

    /** An address, with a hash that strangers can't foresee. */
    private record Source(long high, long low, int hash) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Source source && source.high == high && source.low == low;
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    private Source source(FlowKey key) {
        long high = key.sourceHigh();
        long low = key.sourceLow();
        return new Source(high, low, hash.of(high, low, 0, 0, 0));
    }

    boolean hasRoom(FlowKey key) {
        return flows.getOrDefault(source(key), 0) < most;
    }

    void add(FlowKey key) {
        flows.merge(source(key), 1, Integer::sum);
    }

    void remove(FlowKey key) {
        flows.computeIfPresent(source(key), (source, count) -> count == 1 ? null : count - 1);
    }
}
