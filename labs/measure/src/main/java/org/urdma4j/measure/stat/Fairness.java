package org.urdma4j.measure.stat;

import java.util.stream.DoubleStream;

/** How evenly flows share. */
public final class Fairness {
    private Fairness() {}

    /**
     * Returns Jain's index, (sum x)^2 / (n sum x^2): 1 when all have the same, 1/n when one has
     * all, NaN when none has anything (Jain, Chiu, Hawe, DEC-TR-301, 1984).
     *
     * @param shares what each flow got, in any unit
     */
    public static double jain(DoubleStream shares) {
        double[] each = shares.toArray();
        double sum = 0;
        double squares = 0;
        for (double share : each) {
            sum += share;
            squares += share * share;
        }
        return sum * sum / (each.length * squares);
    }
}
