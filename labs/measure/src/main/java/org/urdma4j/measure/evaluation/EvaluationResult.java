package org.urdma4j.measure.evaluation;

import java.util.List;

/** What was played and found, scenario by scenario, in the order in which they were asked for. */
public record EvaluationResult(EvaluationOptions options, List<ScenarioResult> scenarios) {
    public EvaluationResult {
        scenarios = List.copyOf(scenarios);
    }

    /** Returns how many runs were played. */
    public long played() {
        return scenarios.stream().mapToLong(it -> it.runs().size()).sum();
    }

    /** Returns how many of them met their criterion. */
    public long met() {
        return scenarios.stream().mapToLong(ScenarioResult::met).sum();
    }

    /** Returns whether all runs were played. */
    public boolean complete() {
        return scenarios.stream().allMatch(it -> it.runs().size() == options.seeds());
    }
}
