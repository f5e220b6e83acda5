package org.urdma4j.congestion;

import java.util.Set;

/**
 * The settings of {@link Rrcc}. The constants and their reasons are in {@code docs/congestion.md}.
 *
 * @param initialWindowPackets packets that may leave before the first report, at least 2
 * @param initialRttNs the time over which they are paced while the round trip is unknown
 * @param referenceBitsPerSecond the rate to start at, 0 for none
 * @param paper what is to be as the paper has it
 * @param startUpGain pacing gain of the start-up, over 1
 * @param probeGain pacing gain of a probe for more bandwidth, over 1 and below 2
 * @param windowGain window in units of rate × smallest round trip, at least 1
 * @param lossThreshold the loss ratio of a round above which a congested path slows the sender, 0
 *     to 1
 * @param queueShare the queueing delay, as a share of the smallest round trip, that counts as
 *     congestion
 * @param cycleRounds the probing cycle in round trips, at least 4
 * @param minCycleNs the shortest probing cycle in nanoseconds
 * @param minRttPeriodNs the time between two probes for the smallest round trip
 */
public record RrccConfig(
        int initialWindowPackets,
        long initialRttNs,
        long referenceBitsPerSecond,
        Set<Paper> paper,
        double startUpGain,
        double probeGain,
        double windowGain,
        double lossThreshold,
        double queueShare,
        int cycleRounds,
        long minCycleNs,
        long minRttPeriodNs) {

    /** What is used unless set. */
    public static final RrccConfig DEFAULT =
            new RrccConfig(
                    128,
                    250_000L,
                    0,
                    Set.of(),
                    2.77,
                    1.2,
                    1.25,
                    0.02,
                    0.125,
                    8,
                    25_000_000L,
                    10_000_000_000L);

    /** What the paper has otherwise than {@link Rrcc} does by itself. */
    public enum Paper {
        /** The reference rate stays a floor whatever is measured. */
        FLOOR,
        /** A probing cycle takes 5 to 10 round trips, however short they are. */
        CYCLE,
        /** A round that loses more than the threshold lowers the rate by what it lost. */
        DECREASE
    }

    /** Checks the ranges. */
    public RrccConfig {
        paper = Set.copyOf(paper);
        check(initialWindowPackets >= 2, "initial window of %s packets", initialWindowPackets);
        check(initialRttNs > 0, "initial round trip of %s ns", initialRttNs);
        check(referenceBitsPerSecond >= 0, "reference rate of %s bit/s", referenceBitsPerSecond);
        check(startUpGain > 1, "start-up gain of %s", startUpGain);
        check(probeGain > 1 && probeGain < 2, "probe gain of %s", probeGain);
        check(windowGain >= 1, "window gain of %s", windowGain);
        check(lossThreshold >= 0 && lossThreshold < 1, "loss threshold of %s", lossThreshold);
        check(queueShare > 0, "queue share of %s", queueShare);
        check(cycleRounds >= 4, "cycle of %s rounds", cycleRounds);
        check(minCycleNs >= 0, "cycle of %s ns", minCycleNs);
        check(minRttPeriodNs > 0, "min-RTT period of %s ns", minRttPeriodNs);
    }

    private static void check(boolean valid, String what, Object value) {
        if (!valid) {
            throw new IllegalArgumentException(what.formatted(value) + " is out of range");
        }
    }

    boolean has(Paper rule) {
        return paper.contains(rule);
    }

    /** Returns these settings with another reference rate, in bit/s, 0 for none. */
    public RrccConfig withReference(long bitsPerSecond) {
        return with(initialWindowPackets, bitsPerSecond, paper);
    }

    /** Returns these settings with these and no others as the paper has them. */
    public RrccConfig withPaper(Set<Paper> rules) {
        return with(initialWindowPackets, referenceBitsPerSecond, rules);
    }

    /** Returns these settings with another initial window, in packets. */
    public RrccConfig withInitialWindowPackets(int packets) {
        return with(packets, referenceBitsPerSecond, paper);
    }

    private RrccConfig with(int windowPackets, long reference, Set<Paper> rules) {
        return new RrccConfig(
                windowPackets,
                initialRttNs,
                reference,
                rules,
                startUpGain,
                probeGain,
                windowGain,
                lossThreshold,
                queueShare,
                cycleRounds,
                minCycleNs,
                minRttPeriodNs);
    }
}
