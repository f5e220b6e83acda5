package org.urdma4j.measure.evaluation;

import org.urdma4j.measure.parallel.SideBySide;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;

/** Plays scenarios, several runs at a time. */
public final class Evaluation {
    private Evaluation() {}

    /**
     * Plays all. What is found doesn't depend on how many threads there are.
     *
     * @param threads how many run at a time, at least 1
     * @param progress told the share that is done, 0 to 1, now and then, by any thread; returns
     *     whether to go on: if not, only runs that had come to their end are returned
     */
    public static EvaluationResult run(
            EvaluationOptions options, int threads, DoublePredicate progress)
            throws InterruptedException {
        List<EvaluationRun> all = new ArrayList<>();
        for (Scenario scenario : options.scenarios()) {
            for (int i = 0; i < options.seeds(); i++) {
                all.add(EvaluationRun.of(scenario, options.seed() + i, options.effort()));
            }
        }
        List<EvaluationRun> longestFirst = new ArrayList<>(all);
        longestFirst.sort(Comparator.comparingDouble(EvaluationRun::packets).reversed());
        List<Optional<ScenarioRun>> played =
                SideBySide.run(
                        longestFirst,
                        (run, share) -> run.play(options.candidate(), share),
                        EvaluationRun::packets,
                        threads,
                        progress);
        Map<EvaluationRun, ScenarioRun> results = new HashMap<>();
        for (int i = 0; i < played.size(); i++) {
            EvaluationRun run = longestFirst.get(i);
            played.get(i).ifPresent(result -> results.put(run, result));
        }
        List<ScenarioResult> scenarios = new ArrayList<>();
        for (Scenario scenario : options.scenarios()) {
            scenarios.add(
                    new ScenarioResult(
                            scenario,
                            all.stream()
                                    .filter(run -> run.scenario() == scenario)
                                    .filter(results::containsKey)
                                    .map(results::get)
                                    .toList()));
        }
        return new EvaluationResult(options, scenarios);
    }
}
