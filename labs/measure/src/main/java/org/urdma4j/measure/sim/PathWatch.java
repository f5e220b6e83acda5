package org.urdma4j.measure.sim;

import org.urdma4j.measure.rail.PathMeter;
import org.urdma4j.measure.rail.PathReading;
import org.urdma4j.simulation.host.SimulatedLink;

import java.util.ArrayList;
import java.util.List;

/** Notes what goes over each rail, interval by interval. */
final class PathWatch {
    private final List<SimulatedLink> bottlenecks;
    private final List<FlowWatch> flows;
    private final List<PathInterval> intervals = new ArrayList<>();
    private final PathMeter meter = new PathMeter(0);
    private final long[] linkBytes;
    private long startNs;
    private long placedBytes;

    PathWatch(List<SimulatedLink> bottlenecks, List<FlowWatch> flows) {
        this.bottlenecks = bottlenecks;
        this.flows = flows;
        linkBytes = new long[bottlenecks.size()];
    }

    void end(long nowNs) {
        List<Long> crossed = new ArrayList<>();
        for (int i = 0; i < linkBytes.length; i++) {
            long bytes = bottlenecks.get(i).counters().deliveredBytes();
            crossed.add(bytes - linkBytes[i]);
            linkBytes[i] = bytes;
        }
        long placed = flows.stream().mapToLong(watch -> watch.flow().placedBytes()).sum();
        List<PathReading> paths = meter.read(flows.getFirst().flow().paths(), nowNs);
        intervals.add(new PathInterval(startNs, nowNs, placed - placedBytes, crossed, paths));
        startNs = nowNs;
        placedBytes = placed;
    }

    List<PathInterval> intervals() {
        return List.copyOf(intervals);
    }

    /** Returns what the first flow knows of its paths, with rates over the whole run. */
    List<PathReading> whole(long elapsedNs) {
        return new PathMeter(0).read(flows.getFirst().flow().paths(), elapsedNs);
    }
}
