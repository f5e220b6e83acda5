package org.urdma4j.simulation.tcp;

/** The highest value of the last rounds. */
final class RoundMax {
    private final double[] best;
    private long round;

    RoundMax(int rounds) {
        best = new double[rounds];
    }

    void add(long inRound, double value) {
        for (; round < inRound; round++) {
            best[(int) ((round + 1) % best.length)] = 0;
        }
        int at = (int) (round % best.length);
        best[at] = Math.max(best[at], value);
    }

    double max() {
        double max = 0;
        for (double each : best) {
            max = Math.max(max, each);
        }
        return max;
    }
}
