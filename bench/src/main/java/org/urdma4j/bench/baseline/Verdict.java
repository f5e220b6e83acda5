package org.urdma4j.bench.baseline;

import java.util.List;

/** What is to be said of a benchmark's values beside earlier ones. */
enum Verdict {
    /** The medians differ by no more than is tolerated. */
    SAME,
    SLOWER,
    FASTER,
    /** The medians differ by more, but so do values of the same side. */
    UNSURE,
    /** There are no earlier values. */
    NEW,
    /** There are earlier values only. */
    MISSING;

    /** Share of the pairs of an earlier and a later value that must agree. */
    private static final double AGREEING = 0.9;

    /**
     * Compares values of which less is better.
     *
     * @param tolerance by how much medians may differ and be the same: 0.1 is a tenth
     */
    static Verdict of(List<Double> before, List<Double> now, double tolerance) {
        if (before.isEmpty()) {
            return NEW;
        }
        if (now.isEmpty()) {
            return MISSING;
        }
        double ratio = Scores.median(now) / Scores.median(before);
        if (ratio > 1 + tolerance) {
            return greater(now, before) >= AGREEING ? SLOWER : UNSURE;
        }
        if (ratio < 1 / (1 + tolerance)) {
            return greater(before, now) >= AGREEING ? FASTER : UNSURE;
        }
        return SAME;
    }

    /** Returns the share of all pairs in which the first is greater (Mann and Whitney's U). */
    private static double greater(List<Double> first, List<Double> second) {
        int pairs = 0;
        for (double a : first) {
            for (double b : second) {
                pairs += a > b ? 1 : 0;
            }
        }
        return (double) pairs / (first.size() * second.size());
    }
}
