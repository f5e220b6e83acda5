package org.urdma4j.simulation.loss;

import org.urdma4j.simulation.units.Units;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Loss in bursts that pass with time: good periods, in which nothing is lost, and bad ones follow
 * each other, each as long as an exponential distribution says (E. N. Gilbert, "Capacity of a
 * burst-noise channel", 1960, in continuous time). A packet is lost by the state in which its last
 * bit leaves. Whoever slows down therefore doesn't prolong a bad period, as with {@link
 * GilbertElliott}, whose state moves with the packets. The process starts in the good state.
 *
 * @param goodNs mean length of a good period, 1 µs to one day
 * @param badNs mean length of a bad period, the same range
 * @param share probability that a packet is lost in a bad period
 */
public record Bursts(long goodNs, long badNs, double share) implements LossSpec {
    private static final long MIN_NS = 1_000;
    private static final long MAX_NS = 86_400L * 1_000_000_000L;

    /**
     * After so many periods of the longer kind nothing is left of the state before: a shift of the
     * probabilities by e^-64.
     */
    private static final int FORGOTTEN = 64;

    public Bursts {
        requirePeriod(goodNs, "good");
        requirePeriod(badNs, "bad");
        Units.requireProbability(share, "the share lost in bad periods");
    }

    private static void requirePeriod(long ns, String which) {
        if (ns < MIN_NS || ns > MAX_NS) {
            throw new IllegalArgumentException(
                    "the mean length of a %s period is 1us to a day, not %d ns"
                            .formatted(which, ns));
        }
    }

    @Override
    public LossProcess start(RandomGenerator random, long originNs) {
        return new Periods(this, random, originNs);
    }

    @Override
    public double meanLoss() {
        return share * badShare();
    }

    @Override
    public String text() {
        return "burst:%s,%s,%s"
                .formatted(
                        LossParser.time(goodNs), LossParser.time(badNs), LossParser.number(share));
    }

    private double badShare() {
        return badNs / ((double) goodNs + badNs);
    }

    private static final class Periods implements LossProcess {
        private final Bursts spec;
        private final RandomGenerator random;
        private final Chance chance;
        private final long forgottenNs;
        private boolean bad;
        private long endNs;

        Periods(Bursts spec, RandomGenerator random, long originNs) {
            this.spec = spec;
            this.random = random;
            // of its own, so that the periods are the same whoever sends
            this.chance = new Chance(spec.share, new SplittableRandom(random.nextLong()));
            this.forgottenNs = FORGOTTEN * Math.max(spec.goodNs, spec.badNs);
            this.endNs = originNs + periodNs();
        }

        @Override
        public boolean losesNext(long nowNs) {
            if (nowNs - endNs > forgottenNs) { // lest an hour of silence is walked through
                bad = random.nextDouble() < spec.badShare();
                endNs = nowNs + periodNs();
            }
            while (nowNs - endNs >= 0) {
                bad = !bad;
                endNs += periodNs();
            }
            return bad && chance.hits();
        }

        private long periodNs() {
            return (long) ((bad ? spec.badNs : spec.goodNs) * random.nextExponential());
        }
    }
}
