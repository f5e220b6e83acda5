package org.urdma4j.bench.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A benchmark, earlier and now.
 *
 * @param before earlier values, none if it is new
 * @param now later ones, none if it is missing
 */
record Comparison(String benchmark, List<Double> before, List<Double> now, Verdict verdict) {
    /**
     * Compares all that either side has, in the order of their names.
     *
     * @param tolerance as in {@link Verdict#of}
     */
    static List<Comparison> of(Scores before, Scores now, double tolerance) {
        Set<String> names = new TreeSet<>(before.benchmarks());
        names.addAll(now.benchmarks());
        List<Comparison> all = new ArrayList<>();
        for (String name : names) {
            List<Double> earlier = before.of(name);
            List<Double> later = now.of(name);
            all.add(new Comparison(name, earlier, later, Verdict.of(earlier, later, tolerance)));
        }
        return all;
    }

    /** Returns how many times as long it takes now, NaN if a side is missing. */
    double ratio() {
        return before.isEmpty() || now.isEmpty()
                ? Double.NaN
                : Scores.median(now) / Scores.median(before);
    }

    /** Whether a second look is worth its time. */
    boolean isSuspect() {
        return verdict == Verdict.SLOWER || (verdict == Verdict.UNSURE && ratio() > 1);
    }
}
