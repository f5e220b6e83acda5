package org.urdma4j.fec;

/**
 * What losses cost a transfer's completion, in round trips beyond the one without losses. A packet
 * sent within the last bandwidth-delay product (BDP) that stays lost after decoding costs a round
 * trip, and another for each time that its retransmission is lost; one sent a BDP earlier costs one
 * less, for it is resent while new packets still go out.
 */
final class Completion {
    private static final int MAX_ROUNDS = 8;

    /** The share of completions that may take longer than {@link #tail} says. */
    private static final double TAIL = 0.01;

    private Completion() {}

    /**
     * Returns the mean of the extra round trips.
     *
     * @param loss share of packets lost, retransmissions among them
     * @param residual share lost after decoding, of packets that are protected
     * @param packets packets in the last BDP: those of the message if it is smaller
     * @param windows how many BDPs before the end are protected; 0 for a message that is all within
     *     the last one
     */
    static double mean(double loss, double residual, double packets, int windows) {
        double mean = 0;
        for (int round = 1; round <= MAX_ROUNDS; round++) {
            mean += atLeast(round, loss, residual, packets, windows);
        }
        return mean;
    }

    /** Returns how many extra round trips 99 of 100 such completions need at most. */
    static int tail(double loss, double residual, double packets, int windows) {
        int round = 0;
        while (round < MAX_ROUNDS && atLeast(round + 1, loss, residual, packets, windows) > TAIL) {
            round++;
        }
        return round;
    }

    /** Returns the chance of this many extra round trips or more. */
    static double atLeast(int round, double loss, double residual, double packets, int windows) {
        double survival = 0;
        int last = Math.max(0, windows);
        for (int window = 0; window <= last; window++) {
            double first = window == 0 || window < windows ? residual : loss;
            double stillLost = first * Math.pow(loss, window + round - 1.0);
            survival += packets * Math.log1p(-stillLost);
        }
        return -Math.expm1(survival);
    }
}
