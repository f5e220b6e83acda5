package org.urdma4j.simulation.loss;

import org.urdma4j.simulation.units.Units;

import java.util.random.RandomGenerator;

/** A coin with a fixed probability and its own random numbers. Not thread-safe. */
public final class Chance {
    private final double probability;
    private final RandomGenerator random;

    /**
     * @param probability 0 (never) to 1 (always)
     * @param random the source of the throws; not used when the probability is 0
     */
    public Chance(double probability, RandomGenerator random) {
        this.probability = Units.requireProbability(probability, "the chance");
        this.random = random;
    }

    /** Throws the coin once. */
    public boolean hits() {
        // nextDouble lies in [0,1), so that 1 always hits
        return probability > 0 && random.nextDouble() < probability;
    }
}
