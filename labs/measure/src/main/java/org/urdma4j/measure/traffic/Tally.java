package org.urdma4j.measure.traffic;

import org.urdma4j.transport.qp.RailStatistics;

import java.util.List;

/**
 * Everything that an end has counted since it was opened, and what it thinks of the path.
 *
 * @param streams for each stream, in their order
 * @param paths what its queue pairs together know of each pair of addresses, none if they send over
 *     one alone
 */
public record Tally(
        List<StreamTally> streams, WireTally wire, PathGauge path, List<RailStatistics> paths) {
    public Tally {
        streams = List.copyOf(streams);
        paths = List.copyOf(paths);
    }

    /** One of an end that has one path. */
    public Tally(List<StreamTally> streams, WireTally wire, PathGauge path) {
        this(streams, wire, path, List.of());
    }

    public StreamTally sum() {
        StreamTally sum = StreamTally.NONE;
        for (StreamTally stream : streams) {
            sum = sum.plus(stream);
        }
        return sum;
    }
}
