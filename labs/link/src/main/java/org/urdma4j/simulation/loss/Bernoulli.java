package org.urdma4j.simulation.loss;

import org.urdma4j.simulation.units.Units;

import java.util.random.RandomGenerator;

/**
 * Each packet is lost with the same probability, independently of all others.
 *
 * @param probability 0 (never) to 1 (always)
 */
public record Bernoulli(double probability) implements LossSpec {
    public Bernoulli {
        Units.requireProbability(probability, "the loss probability");
    }

    @Override
    public LossProcess start(RandomGenerator random, long originNs) {
        Chance chance = new Chance(probability, random);
        return _ -> chance.hits();
    }

    @Override
    public double meanLoss() {
        return probability;
    }

    @Override
    public String text() {
        return LossParser.number(probability);
    }
}
