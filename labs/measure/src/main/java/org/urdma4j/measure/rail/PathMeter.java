package org.urdma4j.measure.rail;

import org.urdma4j.transport.qp.RailStatistics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes rates of what a queue pair says of its paths, from one reading to the next. */
public final class PathMeter {
    /** Delivered by then, by the pair of addresses. */
    private final Map<List<String>, Long> before = new HashMap<>();

    private long atNs;

    public PathMeter(long nowNs) {
        atNs = nowNs;
    }

    /**
     * Takes a reading, with rates since the one before; a path that is new has carried nothing
     * before.
     *
     * @param nowNs not before that of the last
     */
    public List<PathReading> read(List<RailStatistics> paths, long nowNs) {
        double seconds = (nowNs - atNs) / 1e9;
        atNs = nowNs;
        return paths.stream().map(path -> reading(path, seconds)).toList();
    }

    private PathReading reading(RailStatistics path, double seconds) {
        Long last = before.put(List.of(path.local(), path.remote()), path.deliveredBytes());
        long bytes = path.deliveredBytes() - (last == null ? 0 : last);
        return new PathReading(path, seconds > 0 ? 8 * bytes / seconds : Double.NaN);
    }
}
