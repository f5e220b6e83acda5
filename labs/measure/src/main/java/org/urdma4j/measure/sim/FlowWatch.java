package org.urdma4j.measure.sim;

import org.HdrHistogram.Histogram;

/** What is noted of a flow while it runs. */
final class FlowWatch {
    private final Flow flow;
    private final Histogram waits;
    private final Startup startup;
    private final long startNs;
    private long halfwayBytes;

    /**
     * @param waits where its packets' waits are noted
     * @param boundBps the part of the bound that it is to reach
     * @param startNs when it starts
     */
    FlowWatch(Flow flow, Histogram waits, double boundBps, long rttNs, long startNs) {
        this.flow = flow;
        this.waits = waits;
        this.startup = new Startup(boundBps, rttNs);
        this.startNs = startNs;
    }

    Flow flow() {
        return flow;
    }

    Histogram waits() {
        return waits;
    }

    /** Takes a sample; one before the flow starts doesn't count. */
    void sample(long nowNs) {
        if (nowNs - startNs > 0) {
            startup.sample(flow.placedBytes());
        }
    }

    void halfway() {
        halfwayBytes = flow.placedBytes();
    }

    /** Returns the bytes placed since {@link #halfway}. */
    long lastHalfBytes() {
        return flow.placedBytes() - halfwayBytes;
    }

    Startup startup() {
        return startup;
    }

    long startNs() {
        return startNs;
    }
}
