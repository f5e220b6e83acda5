package org.urdma4j.simulation.loss;

import java.util.random.RandomGenerator;

/**
 * How a link loses packets at random; immutable, and shared by any number of links.
 *
 * <p>Written as text (see {@link #parse}): {@code none}, {@code 0.1%} for independent loss, {@code
 * ge:p,r,h,g} for {@link GilbertElliott}, {@code burst:GOOD,BAD,H} for {@link Bursts}.
 */
public sealed interface LossSpec permits NoLoss, Bernoulli, GilbertElliott, Bursts {
    LossSpec NONE = new NoLoss();

    /**
     * Starts the process.
     *
     * @param random the only source of its randomness
     * @param originNs when it starts
     */
    LossProcess start(RandomGenerator random, long originNs);

    /** Returns the share of packets lost in the long run, 0 to 1. */
    double meanLoss();

    /** Returns it as {@link #parse} reads it. */
    String text();

    /**
     * Reads {@code none}, a probability ({@code 0.001}, {@code 0.1%}), {@code ge:p,r[,h[,g]]} with
     * the four probabilities of {@link GilbertElliott}, or {@code burst:GOOD,BAD[,H]} with the mean
     * times and the share of {@link Bursts}, as in {@code burst:2s,20ms,0.8}; h is 1 and g is 0
     * when left out.
     *
     * @throws IllegalArgumentException if the text is none of these
     */
    static LossSpec parse(String text) {
        return LossParser.parse(text);
    }

    /** Returns whether the text begins as a model with parameters does, not as a probability. */
    static boolean namesModel(String text) {
        return LossParser.namesModel(text);
    }
}
