package org.urdma4j.measure.evaluation;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What some runs come to; NaN if there are none.
 *
 * @param p10 the value that a tenth of the runs don't exceed
 * @param p90 the value that nine tenths don't exceed
 */
public record Spread(double mean, double p10, double p90) {
    static Spread of(List<ScenarioRun> runs, ToDoubleFunction<EvaluationFinding> value) {
        double[] values =
                runs.stream()
                        .filter(run -> run.finding().failure().isEmpty())
                        .mapToDouble(run -> value.applyAsDouble(run.finding()))
                        .filter(Double::isFinite)
                        .sorted()
                        .toArray();
        return new Spread(
                Arrays.stream(values).average().orElse(Double.NaN),
                rank(values, 0.1),
                rank(values, 0.9));
    }

    /** By the nearest rank. */
    private static double rank(double[] sorted, double share) {
        return sorted.length == 0
                ? Double.NaN
                : sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)];
    }
}
