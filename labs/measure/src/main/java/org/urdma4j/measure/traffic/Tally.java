package org.urdma4j.measure.traffic;

import org.urdma4j.transport.qp.ArrivalStatistics;
import org.urdma4j.transport.qp.RailStatistics;

import java.util.List;

/**
 * Everything that an end has counted since it was opened, and what it thinks of the path.
 *
 * @param streams for each stream, in their order
 * @param paths what its queue pairs together know of each pair of addresses, none if they send over
 *     one alone
 * @param arrivals how the data has come to all of them, the jitter a mean
 */
public record Tally(
        List<StreamTally> streams,
        WireTally wire,
        PathGauge path,
        List<RailStatistics> paths,
        ArrivalStatistics arrivals) {
    /** Copies the lists; of an end that doesn't tell of arrivals there were none. */
    public Tally {
        arrivals = arrivals == null ? ArrivalStatistics.NONE : arrivals;
        streams = List.copyOf(streams);
        paths = List.copyOf(paths);
    }

    /** One of an end that has one path. */
    public Tally(List<StreamTally> streams, WireTally wire, PathGauge path) {
        this(streams, wire, path, List.of(), ArrivalStatistics.NONE);
    }

    public StreamTally sum() {
        StreamTally sum = StreamTally.NONE;
        for (StreamTally stream : streams) {
            sum = sum.plus(stream);
        }
        return sum;
    }
}
