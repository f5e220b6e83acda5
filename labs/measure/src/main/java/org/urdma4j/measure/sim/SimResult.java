package org.urdma4j.measure.sim;

import org.urdma4j.measure.rail.PathReading;

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
 * @param intervals parts of a run over several rails, none of others
 * @param paths of the first flow, over the whole run; none where it knows of one alone
 * @param beside what came of each flow of {@link SimOptions#beside()}; without a bound
 * @param trace what went on, null unless asked for
 */
public record SimResult(
        SimOptions options,
        long elapsedNs,
        Measures all,
        double jain,
        List<Measures> flows,
        long packets,
        long queueDrops,
        List<PathInterval> intervals,
        List<PathReading> paths,
        List<Measures> beside,
        SimTrace trace) {

    /** Returns the steady goodput as a share of the bound. */
    public double shareOfBound() {
        return all.goodputSteadyBps() / all.boundBps();
    }
}
