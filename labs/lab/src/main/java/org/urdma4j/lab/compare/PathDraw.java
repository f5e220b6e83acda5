package org.urdma4j.lab.compare;

import org.urdma4j.measure.sim.Impairments;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.Bursts;
import org.urdma4j.simulation.loss.GilbertElliott;
import org.urdma4j.simulation.loss.LossSpec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Draws paths: rate 50 Mbit/s to 2 Gbit/s, RTT 1 to 200 ms and queue 0.1 to 2 BDP evenly on
 * logarithmic scales; a quarter of the paths each without loss, with independent loss, and with
 * bursts by packets and by time; a third each with jitter and with reordering; half of them lose
 * packets on the way back. The path of a number doesn't depend on how many are drawn.
 */
public final class PathDraw {
    private static final long MEGABIT = 1_000_000;
    private static final long US = 1_000;
    private static final long MS = 1_000 * US;
    private static final Operation[] OPERATIONS = {Operation.WRITE, Operation.SEND, Operation.READ};

    /** No queue is shorter: what a sender that writes in batches needs at any rate. */
    private static final long LEAST_QUEUE = 64 << 10;

    private static final MathContext THREE = new MathContext(3);

    private PathDraw() {}

    /**
     * Draws one path.
     *
     * @param number from 1
     */
    public static ComparedPath draw(long seed, int number) {
        RandomGenerator random =
                new SplittableRandom(new SplittableRandom(seed).nextLong() + number);
        Operation operation = OPERATIONS[random.nextInt(OPERATIONS.length)];
        long rate = MEGABIT * (long) logarithmic(random, 50, 2_000);
        long rtt = 2 * US * (long) logarithmic(random, 500, 100_000);
        double bdps = logarithmic(random, 0.1, 2);
        long queue = Math.max(LEAST_QUEUE, (long) (bdps * SimOptions.bdpBytes(rate, rtt)));
        return new ComparedPath(
                number,
                operation,
                rate,
                rtt,
                queue,
                loss(random),
                impairments(random, rtt),
                random.nextInt(1, 1_000_000));
    }

    private static LossSpec loss(RandomGenerator random) {
        return switch (random.nextInt(4)) {
            case 0 -> LossSpec.NONE;
            case 1 -> new Bernoulli(share(random, 1e-4, 0.2));
            case 2 ->
                    new GilbertElliott(
                            share(random, 1e-4, 2e-3),
                            share(random, 0.02, 0.5),
                            share(random, 0.5, 1),
                            0);
            default ->
                    new Bursts(
                            MS * (long) logarithmic(random, 50, 1_000),
                            US * (long) logarithmic(random, 500, 20_000),
                            share(random, 0.5, 1));
        };
    }

    private static Impairments impairments(RandomGenerator random, long rttNs) {
        long jitter = random.nextInt(3) == 0 ? (long) (rttNs * random.nextDouble(0.1)) : 0;
        boolean reorders = random.nextInt(3) == 0;
        double reordered = reorders ? share(random, 1e-3, 0.05) : 0;
        long byNs = reorders ? US * (long) logarithmic(random, 100, 5_000) : 0;
        LossSpec back =
                random.nextBoolean() ? new Bernoulli(share(random, 1e-3, 0.05)) : LossSpec.NONE;
        return new Impairments(jitter, reordered, byNs, back);
    }

    /** Rounded, so that it is the same when it is written and read. */
    private static double share(RandomGenerator random, double least, double most) {
        return new BigDecimal(logarithmic(random, least, most)).round(THREE).doubleValue();
    }

    private static double logarithmic(RandomGenerator random, double least, double most) {
        return least * Math.pow(most / least, random.nextDouble());
    }
}
