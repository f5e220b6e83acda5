package org.urdma4j.simulation.link;

import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.units.Units;

import java.util.List;
import java.util.Objects;

/**
 * What one direction of a path does to packets; immutable. Times are nanoseconds, those of steps
 * and blackouts counted from the origin that the {@link Link} is given. {@link #builder()} starts
 * from a perfect wire: no delay, no limit, no loss.
 *
 * @param rateBps bits per second of the transmitter, framing included; 0 is without limit
 * @param framingBytes bytes that each packet takes on the wire beyond its own, see {@link Framing}
 * @param delayNs propagation delay
 * @param jitterNs most that is added to the delay; drawn evenly from 0 to this for each packet
 * @param keepOrder whether jitter and delay steps leave the order alone: a packet then never
 *     arrives before one that was sent earlier
 * @param queueBytes what may wait before the transmitter, framing included; the packet that is
 *     being sent does not count, so an idle link takes any packet
 * @param marking which packets are marked with congestion when they leave the queue
 * @param loss random loss on the wire
 * @param reorderProbability share of packets that are held back by {@code reorderNs}
 * @param reorderNs by how much; others overtake them, whatever {@code keepOrder} says
 * @param duplicateProbability share of packets that arrive twice
 * @param corruptProbability share of packets of which one bit is flipped
 * @param rateSteps new values of {@code rateBps}; in force for packets whose first bit leaves from
 *     then on
 * @param delaySteps new values of {@code delayNs}; in force for packets whose last bit leaves from
 *     then on
 * @param blackouts a packet whose last bit leaves during one is lost
 */
public record LinkConfig(
        long rateBps,
        int framingBytes,
        long delayNs,
        long jitterNs,
        boolean keepOrder,
        long queueBytes,
        RedMarking marking,
        LossSpec loss,
        double reorderProbability,
        long reorderNs,
        double duplicateProbability,
        double corruptProbability,
        List<Step> rateSteps,
        List<Step> delaySteps,
        List<Blackout> blackouts) {

    /** The rate that means: packets take no time to be sent. */
    public static final long UNLIMITED = 0;

    /** The shared buffer of a usual switch; 1.3 ms at 100 Gbit/s, 134 ms at 1 Gbit/s. */
    public static final long DEFAULT_QUEUE_BYTES = 16L << 20;

    /** Far above any link, and low enough that sums of bits do not overflow. */
    private static final long MAX_RATE_BPS = 1_000_000_000_000_000L;

    /** One day. */
    private static final long MAX_TIME_NS = 86_400L * 1_000_000_000L;

    private static final int MAX_FRAMING = 1 << 16;

    /** Checks every range and the order of steps and blackouts. */
    public LinkConfig {
        requireRange("the rate (bit/s)", rateBps, MAX_RATE_BPS);
        requireRange("the framing (bytes)", framingBytes, MAX_FRAMING);
        requireRange("the delay (ns)", delayNs, MAX_TIME_NS);
        requireRange("the jitter (ns)", jitterNs, MAX_TIME_NS);
        requireRange("the queue (bytes)", queueBytes, Long.MAX_VALUE);
        Objects.requireNonNull(marking, "marking");
        requireRange("the reordering time (ns)", reorderNs, MAX_TIME_NS);
        Units.requireProbability(reorderProbability, "reordering");
        Units.requireProbability(duplicateProbability, "duplication");
        Units.requireProbability(corruptProbability, "corruption");
        if (reorderProbability > 0 && reorderNs == 0) {
            throw new IllegalArgumentException(
                    "reordering needs a time above 0 ns by which packets are held back");
        }
        rateSteps = List.copyOf(rateSteps);
        delaySteps = List.copyOf(delaySteps);
        blackouts = List.copyOf(blackouts);
        requireSteps("rate", rateSteps, MAX_RATE_BPS);
        requireSteps("delay", delaySteps, MAX_TIME_NS);
        requireApart(blackouts);
    }

    /** Starts from a perfect wire with the framing of RoCEv2 over IPv4. */
    public static LinkConfigBuilder builder() {
        return new LinkConfigBuilder();
    }

    public LinkConfigBuilder toBuilder() {
        return new LinkConfigBuilder(this);
    }

    private static void requireRange(String name, long value, long max) {
        if (value < 0 || value > max) {
            throw new IllegalArgumentException(
                    "%s must lie between 0 and %d, not %d".formatted(name, max, value));
        }
    }

    private static void requireSteps(String name, List<Step> steps, long max) {
        long before = -1;
        for (Step step : steps) {
            requireRange("a step of the " + name, step.value(), max);
            if (step.atNs() <= before) {
                throw new IllegalArgumentException(
                        "steps of the %s must be in the order of time; %d ns comes after %d ns"
                                .formatted(name, step.atNs(), before));
            }
            before = step.atNs();
        }
    }

    private static void requireApart(List<Blackout> blackouts) {
        long before = 0;
        for (Blackout blackout : blackouts) {
            if (blackout.startNs() < before) {
                throw new IllegalArgumentException(
                        "blackouts must be in the order of time and apart; one starts at %d ns, before %d ns"
                                .formatted(blackout.startNs(), before));
            }
            before = blackout.endNs();
        }
    }
}
