package org.urdma4j.simulation.link;

import java.util.List;

/** Whether the wire is dark, asked for times that do not run backwards. */
final class BlackoutSchedule {
    private final long[] startNs;
    private final long[] endNs;
    private int current;

    /**
     * @param blackouts in the order of time, apart from each other
     * @param originNs the time from which they count
     */
    BlackoutSchedule(List<Blackout> blackouts, long originNs) {
        this.startNs = blackouts.stream().mapToLong(b -> originNs + b.startNs()).toArray();
        this.endNs = blackouts.stream().mapToLong(b -> originNs + b.endNs()).toArray();
    }

    boolean covers(long timeNs) {
        while (current < endNs.length && timeNs - endNs[current] >= 0) {
            current++;
        }
        return current < endNs.length && timeNs - startNs[current] >= 0;
    }
}
