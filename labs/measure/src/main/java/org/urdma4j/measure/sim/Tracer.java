package org.urdma4j.measure.sim;

import org.urdma4j.simulation.time.VirtualTime;

import java.util.ArrayList;
import java.util.List;

/** Looks at flows and bottlenecks at equal intervals; nothing that runs depends on it. */
final class Tracer {
    private final VirtualTime time;
    private final RailLinks links;
    private final List<Flow> flows;
    private final long stepNs;
    private final long[] placed;
    private final long[] sent;
    private final List<SimTrace.Point> points = new ArrayList<>();

    /** Begins to look. */
    Tracer(VirtualTime time, RailLinks links, List<Flow> flows, long stepNs) {
        this.time = time;
        this.links = links;
        this.flows = flows;
        this.stepNs = stepNs;
        placed = new long[flows.size()];
        sent = new long[flows.size()];
        time.schedule(stepNs, this::look);
    }

    private void look() {
        long nowNs = time.nowNs();
        List<SimTrace.FlowPoint> seen = new ArrayList<>();
        for (int i = 0; i < flows.size(); i++) {
            Flow flow = flows.get(i);
            long placedNow = flow.placedBytes();
            long sentNow = flow.sent(EngineCount.SENT_PKTS);
            seen.add(
                    new SimTrace.FlowPoint(
                            (placedNow - placed[i]) * 8e9 / stepNs,
                            (sentNow - sent[i]) * 1e9 / stepNs,
                            flow.state()));
            placed[i] = placedNow;
            sent[i] = sentNow;
        }
        points.add(new SimTrace.Point(nowNs, links.queuedBytes(nowNs), seen));
        time.schedule(nowNs + stepNs, this::look);
    }

    SimTrace trace() {
        return new SimTrace(stepNs, points);
    }
}
