package org.urdma4j.simulation.loss;

import java.util.random.RandomGenerator;

/**
 * How a link loses packets at random; immutable, and shared by any number of links.
 *
 * <p>Written as text (see {@link #parse}): {@code none}, {@code 0.1%} for independent loss, {@code
 * ge:p,r,h,g} for {@link GilbertElliott}.
 */
public sealed interface LossSpec permits NoLoss, Bernoulli, GilbertElliott {
    /** Loses nothing. */
    LossSpec NONE = new NoLoss();

    /**
     * Starts the process.
     *
     * @param random the only source of its randomness
     */
    LossProcess start(RandomGenerator random);

    /** Returns the share of packets lost in the long run, 0 to 1. */
    double meanLoss();

    /**
     * Reads {@code none}, a probability ({@code 0.001}, {@code 0.1%}), or {@code ge:p,r[,h[,g]]}
     * with the four probabilities of {@link GilbertElliott}; h is 1 and g is 0 when left out.
     *
     * @throws IllegalArgumentException if the text is none of these
     */
    static LossSpec parse(String text) {
        return LossParser.parse(text);
    }
}
