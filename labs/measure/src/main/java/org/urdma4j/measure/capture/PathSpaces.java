package org.urdma4j.measure.capture;

import org.urdma4j.codec.urdma.UrdmaPacket;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The numbers on paths that a flow's packets have. Of several paths each has gaps in the sequence
 * numbers, which take turns; the numbers on a path have gaps where packets were lost.
 */
final class PathSpaces {
    /** About what one takes. */
    private static final int SPACE_BYTES = 160;

    private final MemoryBudget budget;
    private final Map<Integer, SequenceSpace> spaces = new TreeMap<>();
    private long numbered;
    private long reordered;
    private boolean unknown;

    PathSpaces(MemoryBudget budget) {
        this.budget = budget;
    }

    void take(UrdmaPacket packet) {
        SequenceSpace space = spaces.get(packet.path());
        if (space == null) {
            if (!budget.take(SPACE_BYTES)) {
                unknown = true;
                return;
            }
            space = new SequenceSpace(budget);
            spaces.put(packet.path(), space);
        }
        SequenceSpace.Arrival arrival = space.take(packet.ppn(), 0);
        numbered += arrival == SequenceSpace.Arrival.AGAIN ? 0 : 1;
        reordered += arrival == SequenceSpace.Arrival.LATE ? 1 : 0;
    }

    Set<Integer> paths() {
        return spaces.keySet();
    }

    boolean isUnknown() {
        return unknown || spaces.values().stream().anyMatch(SequenceSpace::arrivalsUnknown);
    }

    /** Returns packets with different numbers. */
    long numbered() {
        return numbered;
    }

    /** Returns packets that came late: a number is never sent again. */
    long reordered() {
        return reordered;
    }

    /** Returns numbers that were passed over and haven't come since. */
    long holes() {
        return spaces.values().stream().mapToLong(SequenceSpace::holes).sum();
    }

    /** Returns numbers that were passed over, come since or not. */
    long passed() {
        return spaces.values().stream().mapToLong(SequenceSpace::passed).sum();
    }
}
