package org.urdma4j.tools.bench;

import org.urdma4j.measure.rail.PathReading;
import org.urdma4j.transport.qp.RailStatistics;

import java.util.Locale;
import java.util.stream.Collectors;

/** A line for each path of a sender that has several. */
final class PathLine {
    private static final double NS_PER_MS = 1e6;

    private PathLine() {}

    /** Returns what a path did in an interval. */
    static String of(PathReading reading) {
        RailStatistics path = reading.statistics();
        return String.format(
                Locale.ROOT,
                "  %s > %s: %s, %s, RTT %.2f ms, loss %.3f %%",
                reading.local(),
                reading.remote(),
                path.state(),
                Double.isNaN(reading.goodputBps()) ? "-" : Quantities.rate(reading.goodputBps()),
                path.rttNs() / NS_PER_MS,
                100 * path.lossShare());
    }

    /** Returns the same of the whole run, with what was counted. */
    static String total(PathReading reading) {
        RailStatistics path = reading.statistics();
        String ports =
                path.sourcePorts().isEmpty()
                        ? ""
                        : ", from port "
                                + path.sourcePorts().stream()
                                        .map(String::valueOf)
                                        .collect(Collectors.joining(" "));
        return String.format(
                Locale.ROOT,
                "%s; %d containers, %d packets again elsewhere, %d failovers%s",
                of(reading),
                path.containers(),
                path.resentElsewhere(),
                path.failovers(),
                ports);
    }
}
