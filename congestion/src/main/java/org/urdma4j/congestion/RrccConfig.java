package org.urdma4j.congestion;

import java.util.Set;

/**
 * The settings of {@link Rrcc}. The constants and their reasons are in {@code docs/congestion.md}.
 *
 * @param initialWindowPackets packets that may leave before the first report, at least 2
 * @param referenceBitsPerSecond the rate to start at, 0 for none
 * @param paper what is to be as the paper has it
 * @param without what is to be left out, to see what it is worth
 */
public record RrccConfig(
        int initialWindowPackets,
        long referenceBitsPerSecond,
        Set<Paper> paper,
        Set<RrccRule> without) {

    /** What is used unless set. */
    public static final RrccConfig DEFAULT = new RrccConfig(128, 0, Set.of(), Set.of());

    /** Nanoseconds over which the first packets are paced while the round trip is unknown. */
    static final long INITIAL_RTT_NS = 250_000;

    /** Pacing gain of the start-up. */
    static final double START_UP_GAIN = 2.77;

    /** Pacing gain of a probe for more bandwidth. */
    static final double PROBE_GAIN = 1.2;

    /** Window in units of rate × smallest round trip. */
    static final double WINDOW_GAIN = 1.25;

    /** The loss ratio of a round above which a congested path slows the sender. */
    static final double LOSS_THRESHOLD = 0.02;

    /** The queueing delay, as a share of the smallest round trip, that counts as congestion. */
    static final double QUEUE_SHARE = 0.125;

    /** The shortest probing cycle in round trips. */
    static final int CYCLE_ROUNDS = 8;

    /** The shortest probing cycle in nanoseconds. */
    static final long MIN_CYCLE_NS = 25_000_000;

    /** Nanoseconds between two probes for the smallest round trip. */
    static final long MIN_RTT_PERIOD_NS = 10_000_000_000L;

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
        without = Set.copyOf(without);
        check(initialWindowPackets >= 2, "initial window of %s packets", initialWindowPackets);
        check(referenceBitsPerSecond >= 0, "reference rate of %s bit/s", referenceBitsPerSecond);
    }

    private static void check(boolean valid, String what, Object value) {
        if (!valid) {
            throw new IllegalArgumentException(what.formatted(value) + " is out of range");
        }
    }

    boolean has(Paper rule) {
        return paper.contains(rule);
    }

    boolean has(RrccRule rule) {
        return !without.contains(rule);
    }

    /** Returns these settings with another reference rate, in bit/s, 0 for none. */
    public RrccConfig withReference(long bitsPerSecond) {
        return new RrccConfig(initialWindowPackets, bitsPerSecond, paper, without);
    }

    /** Returns these settings with these and no others as the paper has them. */
    public RrccConfig withPaper(Set<Paper> rules) {
        return new RrccConfig(initialWindowPackets, referenceBitsPerSecond, rules, without);
    }

    /** Returns these settings without these rules, and with all others. */
    public RrccConfig without(Set<RrccRule> rules) {
        return new RrccConfig(initialWindowPackets, referenceBitsPerSecond, paper, rules);
    }

    /** Returns these settings with another initial window, in packets. */
    public RrccConfig withInitialWindowPackets(int packets) {
        return new RrccConfig(packets, referenceBitsPerSecond, paper, without);
    }
}
