package org.urdma4j.measure.sim;

import org.urdma4j.measure.rail.PathReading;

import java.util.List;

/**
 * A part of a run over several rails.
 *
 * @param startNs when it began
 * @param endNs when it ended
 * @param placedBytes of payload, by all flows
 * @param linkBytes that came out of each rail's bottleneck, transport packets without framing
 * @param paths of the first flow, as its sender knows them
 */
public record PathInterval(
        long startNs, long endNs, long placedBytes, List<Long> linkBytes, List<PathReading> paths) {
    public PathInterval {
        linkBytes = List.copyOf(linkBytes);
        paths = List.copyOf(paths);
    }
}
