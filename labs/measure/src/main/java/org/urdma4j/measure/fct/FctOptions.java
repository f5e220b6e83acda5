package org.urdma4j.measure.fct;

import org.urdma4j.measure.spec.Range;
import org.urdma4j.simulation.loss.LossSpec;

/**
 * What runs.
 *
 * @param scheme what recovers losses
 * @param sizes of the flows
 * @param flows how many, 1 to 10^6
 * @param delayNs of the long link one way, at least 1000 nanoseconds
 * @param loss of packets on the way there
 * @param reverseLoss of packets on the way back
 * @param load share of the long link's rate that the flows take, headers counted, above 0 to 1
 * @param pairs of hosts, 1 to 128
 * @param nicBps rate of a host in bit/s
 * @param rateBps rate of the long link in bit/s
 * @param mtu payload bytes of full packets: 256, 512, 1024, 2048 or 4096
 * @param windowBdp packets that a queue pair may have in flight, in bandwidth-delay products of a
 *     host
 * @param queue before the long link
 * @param seed of all that is random
 */
public record FctOptions(
        FctScheme scheme,
        FlowSizes sizes,
        int flows,
        long delayNs,
        LossSpec loss,
        LossSpec reverseLoss,
        double load,
        int pairs,
        long nicBps,
        long rateBps,
        int mtu,
        double windowBdp,
        FctQueue queue,
        long seed) {
    private static final int MAX_FLOWS = 1_000_000;
    private static final int MAX_PAIRS = 128;
    private static final long LEAST_DELAY_NS = 1000;
    private static final long MAX_DELAY_NS = 10_000_000_000L;
    private static final long LEAST_RATE = 1_000_000;
    private static final long MAX_RATE = 1_000_000_000_000L;

    public FctOptions {
        Range.require(flows >= 1 && flows <= MAX_FLOWS, "--flows is 1 to " + MAX_FLOWS);
        Range.require(
                delayNs >= LEAST_DELAY_NS && delayNs <= MAX_DELAY_NS, "--delay is 1us to 10s");
        Range.require(load > 0 && load <= 1, "--load is above 0 and at most 1");
        Range.require(pairs >= 1 && pairs <= MAX_PAIRS, "--pairs is 1 to " + MAX_PAIRS);
        Range.require(nicBps >= LEAST_RATE && nicBps <= MAX_RATE, "--nic-rate is 1M to 1T");
        Range.require(rateBps >= LEAST_RATE && rateBps <= MAX_RATE, "--rate is 1M to 1T");
        Range.require(
                Integer.bitCount(mtu) == 1 && mtu >= 256 && mtu <= 4096,
                "--mtu is 256, 512, 1024, 2048 or 4096");
        Range.require(
                windowBdp > 0 && windowBdp <= 100, "--window is above 0bdp and at most 100bdp");
    }

    /** Returns whether what fills a hole goes before all that waits for the link. */
    public boolean isMissingFirst() {
        return scheme == FctScheme.LR2_PAPER || (scheme.hasGateways() && queue.missingFirst());
    }

    public FctOptions by(FctScheme other) {
        return with(other, loss, reverseLoss);
    }

    /** Returns the same run by go-back-N, without loss either way. */
    public FctOptions lossless() {
        return with(FctScheme.GBN, LossSpec.NONE, LossSpec.NONE);
    }

    private FctOptions with(FctScheme other, LossSpec otherLoss, LossSpec otherReverse) {
        return new FctOptions(
                other,
                sizes,
                flows,
                delayNs,
                otherLoss,
                otherReverse,
                load,
                pairs,
                nicBps,
                rateBps,
                mtu,
                windowBdp,
                queue,
                seed);
    }

    /** Returns the round trip of the long link. */
    long rttNs() {
        return 2 * delayNs;
    }

    /** Returns the packets that a queue pair may have in flight. */
    int windowPackets() {
        double bytes = windowBdp * nicBps / 8e9 * rttNs();
        return (int) Math.max(1, bytes / mtu);
    }

    /**
     * Returns about how many packets are sent: a window again for each that is lost, where nothing
     * is held for whoever sends it.
     */
    double packetsToSend() {
        double needed = flows * (1 + sizes.mean() / mtu);
        return needed * (scheme.goesBack() ? Math.max(1, windowPackets() * loss.meanLoss()) : 1);
    }

    /** Returns what may wait before the long link. */
    long queueBytes() {
        return (long) (queue.bdp() * rateBps / 8e9 * rttNs());
    }
}
