package org.urdma4j.measure.evaluation;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The runs of a scenario.
 *
 * @param runs that were played to their end, in the order of their seeds
 */
public record ScenarioResult(Scenario scenario, List<ScenarioRun> runs) {
    public ScenarioResult {
        runs = List.copyOf(runs);
    }

    /** Returns how many runs met the scenario's criterion. */
    public long met() {
        return runs.stream().filter(ScenarioRun::met).count();
    }

    /** Returns how many runs broke. */
    public long broken() {
        return runs.stream().filter(run -> !run.finding().failure().isEmpty()).count();
    }

    /** Returns what the runs that didn't break come to. */
    public Spread spread(ToDoubleFunction<EvaluationFinding> value) {
        return Spread.of(runs, value);
    }
}
