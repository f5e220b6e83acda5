package org.urdma4j.measure.traffic;

import java.util.List;

/**
 * Everything that an end has counted since it was opened, and what it thinks of the path.
 *
 * @param streams for each stream, in their order
 */
public record Tally(List<StreamTally> streams, WireTally wire, PathGauge path) {
    /** Copies the list. */
    public Tally {
        streams = List.copyOf(streams);
    }

    /** Returns the sum of all streams. */
    public StreamTally sum() {
        StreamTally sum = StreamTally.NONE;
        for (StreamTally stream : streams) {
            sum = sum.plus(stream);
        }
        return sum;
    }
}
