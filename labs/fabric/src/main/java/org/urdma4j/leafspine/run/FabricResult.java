package org.urdma4j.leafspine.run;

import java.util.List;

/**
 * What came of a run.
 *
 * @param jctPs of each job: until all has arrived; -1 if it hadn't at fifty times the ideal
 * @param idealPs the least that it may take
 * @param uplinkShareMax the most that an uplink was used, either way: a share of rate × time
 * @param uplinkCv how unequally uplinks were used: standard deviation ÷ mean of their bytes
 * @param queueKbP99 99th percentile of queues in switches, as packets found them
 * @param queueKbMax the longest queue
 * @param dropped packets, of data, for want of memory
 * @param lost packets at dead cables
 * @param againShare packets sent again ÷ packets sent
 * @param pauses pause frames
 * @param reorderedShare of packets that arrived behind later ones
 * @param sortKbMax most that a leaf held to sort
 * @param grantedUnusedShare of the bytes granted, those taken back
 * @param timeouts timers of hosts that ran out
 * @param events that were simulated
 */
public record FabricResult(
        FabricOptions options,
        List<Long> jctPs,
        double idealPs,
        double uplinkShareMax,
        double uplinkCv,
        double queueKbP99,
        double queueKbMax,
        long dropped,
        long lost,
        double againShare,
        long pauses,
        double reorderedShare,
        double sortKbMax,
        double grantedUnusedShare,
        long timeouts,
        long events) {
    private static final double PS_MS = 1e9;

    public FabricResult {
        jctPs = List.copyOf(jctPs);
    }

    /** Returns whether all jobs came to their end. */
    public boolean isOver() {
        return jctPs.stream().allMatch(ps -> ps >= 0);
    }

    /** Returns the time until all jobs were over in milliseconds, NaN if they weren't. */
    public double jctMs() {
        return isOver() ? jctPs.stream().mapToLong(ps -> ps).max().orElse(0) / PS_MS : Double.NaN;
    }

    /** Returns the ideal in milliseconds. */
    public double idealMs() {
        return idealPs / PS_MS;
    }

    /** Returns ideal ÷ time, NaN if it wasn't over. */
    public double shareOfIdeal() {
        return idealMs() / jctMs();
    }
}
