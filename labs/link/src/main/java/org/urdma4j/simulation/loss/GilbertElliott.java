package org.urdma4j.simulation.loss;

import org.urdma4j.simulation.units.Units;

import java.util.random.RandomGenerator;

/**
 * Loss in bursts: a chain of a good and a bad state that moves by one step with each packet (E. O.
 * Elliott, "Estimates of error rates for codes on burst-noise channels", 1963). A packet is lost
 * with the probability of the state it meets, then the state changes or stays. The process starts
 * in the good state.
 *
 * <p>These are the four numbers of Linux netem's {@code loss gemodel p r 1-h 1-k}, in its order:
 * what is h here is called 1-h there, g is 1-k. With h = 1 and g = 0 a burst is an unbroken run of
 * lost packets whose length is geometrically distributed with mean 1/r.
 *
 * @param p probability to go from good to bad, per packet
 * @param r probability to go from bad to good, per packet; above 0
 * @param h probability that a packet is lost in the bad state
 * @param g probability that a packet is lost in the good state
 */
public record GilbertElliott(double p, double r, double h, double g) implements LossSpec {
    public GilbertElliott {
        Units.requireProbability(p, "p (good to bad)");
        Units.requireProbability(r, "r (bad to good)");
        Units.requireProbability(h, "h (loss in the bad state)");
        Units.requireProbability(g, "g (loss in the good state)");
        if (r == 0) {
            throw new IllegalArgumentException(
                    "r (bad to good) must be above 0, or the link never recovers;"
                            + " for a lasting outage use a blackout");
        }
    }

    @Override
    public LossProcess start(RandomGenerator random, long originNs) {
        return new Chain(this, random);
    }

    @Override
    public double meanLoss() {
        return (p * h + r * g) / (p + r);
    }

    @Override
    public String text() {
        return "ge:%s,%s,%s,%s"
                .formatted(
                        LossParser.number(p),
                        LossParser.number(r),
                        LossParser.number(h),
                        LossParser.number(g));
    }

    /** Returns how many packets long a stay in the bad state is on average. */
    public double meanBurst() {
        return 1 / r;
    }

    private static final class Chain implements LossProcess {
        private final GilbertElliott spec;
        private final RandomGenerator random;
        private boolean bad;

        Chain(GilbertElliott spec, RandomGenerator random) {
            this.spec = spec;
            this.random = random;
        }

        @Override
        public boolean losesNext(long nowNs) {
            boolean lost = random.nextDouble() < (bad ? spec.h : spec.g);
            if (random.nextDouble() < (bad ? spec.r : spec.p)) {
                bad = !bad;
            }
            return lost;
        }
    }
}
