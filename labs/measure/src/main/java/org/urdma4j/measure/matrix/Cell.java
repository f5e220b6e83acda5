package org.urdma4j.measure.matrix;

import org.urdma4j.measure.sim.Profile;
import org.urdma4j.simulation.loss.LossSpec;

/**
 * One place in the grid.
 *
 * @param rttNs two-way propagation delay, ns
 */
public record Cell(Profile profile, long rttNs, LossSpec loss) {
    private static final long SECOND = 1_000_000_000;

    /**
     * RRCC looks for the smallest round trip every 10 s: from 12 to 24 s there is one time at
     * least.
     */
    private static final long WITH_PROBE_NS = 24 * SECOND;

    /** Thousands of losses at 0.1 %, and dozens at 0.001 %, of 100 Gbit/s. */
    private static final long WITH_LOSSES_NS = 2 * SECOND;

    private static final int ROUND_TRIPS = 100;

    /** Returns how long it has to run, in ns, for its last half to be a steady state. */
    public long timeNs() {
        long leastNs = profile == Profile.STANDARD ? WITH_LOSSES_NS : WITH_PROBE_NS;
        return Math.max(leastNs, ROUND_TRIPS * rttNs);
    }
}
