package org.urdma4j.measure.sim;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;

/** Counters of the engine that a run reads; one that the engine doesn't have counts 0. */
enum EngineCount {
    SENT_PKTS,
    RCVD_PKTS,
    RETRANSMITTED_PKTS,
    DUPLICATE_REQUEST,
    PLACED_BYTES,
    SPURIOUS_RETRANSMITS,
    REPAIR_SENT,
    REPORTS_SENT;

    private final Counter counter = find(name());

    private static Counter find(String name) {
        for (Counter counter : Counter.values()) {
            if (counter.name().equals(name)) {
                return counter;
            }
        }
        return null;
    }

    boolean known() {
        return counter != null;
    }

    long of(Counters counters) {
        return counter == null ? 0 : counters.get(counter);
    }
}
