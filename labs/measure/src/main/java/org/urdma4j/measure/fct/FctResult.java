package org.urdma4j.measure.fct;

import org.urdma4j.gateway.packet.GatewayCounters;

import java.util.List;

/**
 * What came of a run.
 *
 * @param options what ran
 * @param sizes of the flows in bytes
 * @param tookNs from post to completion of each; of one that did not complete, negative: how long
 *     it had been under way at the end of the run
 * @param neededBytes that one packet each would have taken on the long link, headers counted
 * @param sentBytes that were put on it
 * @param messageBytes of them in messages of the gateways
 * @param hostTimeouts timers of hosts that ran out
 * @param collapsed whether it was not over at five times the time of the arrivals
 * @param left counters of the senders' gateway, of nothing without one
 * @param right counters of the receivers'
 */
public record FctResult(
        FctOptions options,
        List<Long> sizes,
        List<Long> tookNs,
        long neededBytes,
        long sentBytes,
        long messageBytes,
        long hostTimeouts,
        boolean collapsed,
        GatewayCounters left,
        GatewayCounters right) {
    /** What the paper calls large flows. */
    private static final long LARGE = 500_000;

    /** Returns how many flows did not complete. */
    public long unfinished() {
        return tookNs.stream().filter(ns -> ns < 0).count();
    }

    /**
     * Returns the mean of completion times in milliseconds. Flows that did not complete count as if
     * they had at the end of the run: what is returned is then the least that it may be.
     */
    public double meanMs() {
        return meanMs(0, Long.MAX_VALUE);
    }

    /** Returns the mean of flows of more than 500 KB. */
    public double meanOverMs() {
        return meanMs(LARGE + 1, Long.MAX_VALUE);
    }

    /** Returns the mean of flows of up to 500 KB. */
    public double meanToMs() {
        return meanMs(0, LARGE);
    }

    private double meanMs(long least, long most) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < tookNs.size(); i++) {
            if (sizes.get(i) >= least && sizes.get(i) <= most) {
                sum += Math.abs(tookNs.get(i));
                count++;
            }
        }
        return sum / count / 1e6;
    }

    /**
     * Returns the time in milliseconds that so many percent don't exceed; see {@link #meanMs()}.
     */
    public double percentileMs(double percent) {
        long[] sorted = tookNs.stream().mapToLong(Math::abs).sorted().toArray();
        int rank = (int) Math.ceil(percent / 100 * sorted.length);
        return sorted[Math.max(0, rank - 1)] / 1e6;
    }

    /** Returns the share of what was sent that was needed. */
    public double usefulShare() {
        return Math.min(1, (double) neededBytes / sentBytes);
    }

    /** Returns the share that gateways told each other. */
    public double repairShare() {
        return (double) messageBytes / sentBytes;
    }

    /** Returns the rest: packets that were sent more than once. */
    public double redundantShare() {
        return Math.max(0, 1 - usefulShare() - repairShare());
    }
}
