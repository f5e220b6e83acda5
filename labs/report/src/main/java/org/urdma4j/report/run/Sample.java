package org.urdma4j.report.run;

import java.util.EnumMap;
import java.util.Map;

/**
 * One interval of a run.
 *
 * @param start seconds since the first interval that counts began, negative before it
 * @param end likewise, not before {@code start}
 * @param omitted whether it is left out of the run's sums
 * @param values those that were measured
 * @param paths what each path did, by its name; empty where there is one
 */
record Sample(
        double start,
        double end,
        boolean omitted,
        Map<Metric, Double> values,
        Map<String, PathSample> paths) {
    Sample {
        Map<Metric, Double> copy = new EnumMap<>(Metric.class);
        copy.putAll(values);
        values = copy;
        paths = Map.copyOf(paths);
    }

    /** Returns a figure, NaN if it was not measured. */
    double get(Metric metric) {
        return values.getOrDefault(metric, Double.NaN);
    }

    /** Returns a count per second, NaN if it was not measured. */
    double perSecond(Metric metric) {
        return end > start ? get(metric) / (end - start) : Double.NaN;
    }

    /** Returns seconds halfway between its ends. */
    double middle() {
        return (start + end) / 2;
    }

    /** Returns the same some seconds later. */
    Sample shifted(double seconds) {
        return new Sample(start + seconds, end + seconds, omitted, values, paths);
    }
}
