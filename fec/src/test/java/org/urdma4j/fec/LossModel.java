package org.urdma4j.fec;

import java.util.SplittableRandom;

/** Losses of packet after packet: independent, or in runs of a mean length (Gilbert). */
final class LossModel {
    private final SplittableRandom random;
    private final double begin;
    private final double end;
    private boolean losing;

    /**
     * @param loss share of packets lost
     * @param meanBurst mean length of a run of losses; 1 means independent losses
     */
    LossModel(double loss, double meanBurst, long seed) {
        random = new SplittableRandom(seed);
        // Independent losses end with the chance that the next is none.
        end = meanBurst == 1 ? 1 - loss : 1 / meanBurst;
        begin = end * loss / (1 - loss);
    }

    boolean lost() {
        losing = losing ? random.nextDouble() >= end : random.nextDouble() < begin;
        return losing;
    }
}
