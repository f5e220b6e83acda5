package org.urdma4j.report.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * A linear axis whose marks are at round numbers: multiples of 1, 2, 2.5 or 5 times a power of ten.
 *
 * @param from the value where it begins
 * @param to the value where it ends, more than {@code from}
 * @param step from one mark to the next
 */
public record Axis(double from, double to, double step) {
    private static final double[] ROUND = {1, 2, 2.5, 5, 10};

    /** Lets 3 x 0.1 be a multiple of 0.1. */
    private static final double TOLERANCE = 1e-9;

    /** Checks that there is something between its ends. */
    public Axis {
        if (!(to > from) || !(step > 0) || !Double.isFinite(to - from)) {
            throw new IllegalArgumentException(
                    "an axis needs finite ends and a step, not %s, %s, %s"
                            .formatted(from, to, step));
        }
    }

    /**
     * Returns an axis from zero to a mark at or above {@code most}; to one if there is nothing to
     * show.
     *
     * @param marks about how many steps to have
     */
    public static Axis fromZero(double most, int marks) {
        if (!(most > 0) || !Double.isFinite(most)) {
            return new Axis(0, 1, 1);
        }
        double step = roundStep(most / marks);
        return new Axis(0, Math.ceil(most / step - TOLERANCE) * step, step);
    }

    /** Returns an axis that ends where the values end, with marks between; one unit at least. */
    public static Axis between(double least, double most, int marks) {
        double to = most > least ? most : least + 1;
        return new Axis(least, to, roundStep((to - least) / marks));
    }

    private static double roundStep(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double round : ROUND) {
            if (round * power >= least * (1 - TOLERANCE)) {
                return round * power;
            }
        }
        return 10 * power;
    }

    /** Returns the values of the marks, ascending. */
    public List<Double> marks() {
        List<Double> marks = new ArrayList<>();
        long first = (long) Math.ceil(from / step - TOLERANCE);
        long last = (long) Math.floor(to / step + TOLERANCE);
        for (long i = first; i <= last; i++) {
            marks.add(i * step);
        }
        return marks;
    }

    /** Returns where {@code value} is: 0 at the beginning of the axis, 1 at its end. */
    public double place(double value) {
        return (value - from) / (to - from);
    }
}
