package org.urdma4j.simulation.loss;

import java.util.random.RandomGenerator;

/** Loses nothing; use {@link LossSpec#NONE}. */
record NoLoss() implements LossSpec {
    @Override
    public LossProcess start(RandomGenerator random, long originNs) {
        return _ -> false;
    }

    @Override
    public double meanLoss() {
        return 0;
    }

    @Override
    public String text() {
        return "none";
    }
}
