package org.urdma4j.measure.sim;

import java.util.List;

/**
 * What came of a run.
 *
 * @param options what ran
 * @param elapsedNs virtual time over which was measured
 * @param all the flows together
 * @param jain Jain's fairness index of the flows' goodput in the last half, 1/n to 1
 * @param flows each of them
 * @param packets offered to the two links: what the simulation's speed is counted in
 * @param queueDrops packets for which the bottleneck's queue had no room
 */
public record SimResult(
        SimOptions options,
        long elapsedNs,
        Measures all,
        double jain,
        List<Measures> flows,
        long packets,
        long queueDrops) {

    /** Returns the steady goodput as a share of the bound. */
    public double shareOfBound() {
        return all.goodputSteadyBps() / all.boundBps();
    }
}
