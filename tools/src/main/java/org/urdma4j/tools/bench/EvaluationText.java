package org.urdma4j.tools.bench;

import org.urdma4j.measure.evaluation.EvaluationFinding;
import org.urdma4j.measure.evaluation.EvaluationOptions;
import org.urdma4j.measure.evaluation.EvaluationResult;
import org.urdma4j.measure.evaluation.ScenarioResult;
import org.urdma4j.measure.evaluation.ScenarioRun;
import org.urdma4j.measure.evaluation.Spread;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.evaluation.EvaluationLabels;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** An evaluation as a table, and of each scenario the run that is farthest from fair. */
final class EvaluationText {
    private static final String ROW = "%-21s%6s%6s%19s%19s%12s%13s%8s%n";

    private EvaluationText() {}

    static void print(EvaluationResult result, PrintWriter out) {
        EvaluationOptions options = result.options();
        out.println(
                "%s, %d seeds from %d, %s; mean (p10-p90)"
                        .formatted(
                                options.candidate().label(),
                                options.seeds(),
                                options.seed(),
                                options.effort().name().toLowerCase(Locale.ROOT)));
        out.printf(ROW, "", "runs", "met", "share", "rivals", "use >p10", "queue <p90", "again");
        for (ScenarioResult scenario : result.scenarios()) {
            Spread use = scenario.spread(EvaluationFinding::use);
            Spread queue = scenario.spread(EvaluationFinding::queueRtt);
            out.printf(
                    ROW,
                    scenario.scenario().label(),
                    scenario.runs().size(),
                    scenario.met(),
                    both(scenario, EvaluationFinding::share),
                    both(scenario, EvaluationFinding::rivalShare),
                    two(use.mean()) + " " + two(use.p10()),
                    two(queue.mean()) + " " + two(queue.p90()),
                    Numbers.percent(scenario.spread(EvaluationFinding::again).mean()));
        }
        result.scenarios().forEach(scenario -> printWorst(scenario, out));
        out.flush();
    }

    private static void printWorst(ScenarioResult scenario, PrintWriter out) {
        Optional<ScenarioRun> worst =
                scenario.runs().stream()
                        .filter(run -> !run.met())
                        .max(Comparator.comparingDouble(EvaluationText::distance));
        worst.ifPresent(run ->
                out.println(
                        "%s, seed %d: %s: %s"
                                .formatted(
                                        scenario.scenario().label(),
                                        run.seed(),
                                        EvaluationLabels.cell(run.cell()),
                                        EvaluationLabels.shares(run))));
    }

    /** By what factor the flows that are judged are away from the fair share. */
    private static double distance(ScenarioRun run) {
        EvaluationFinding finding = run.finding();
        return Math.max(
                -Math.log(Math.max(finding.least(), Double.MIN_NORMAL)),
                Math.abs(Math.log(Math.max(finding.share(), Double.MIN_NORMAL))));
    }

    private static String both(ScenarioResult scenario, ToDoubleFunction<EvaluationFinding> value) {
        Spread spread = scenario.spread(value);
        return Double.isFinite(spread.mean())
                ? "%s (%s-%s)".formatted(two(spread.mean()), two(spread.p10()), two(spread.p90()))
                : "-";
    }

    private static String two(double value) {
        return Numbers.fixed(value, 2);
    }
}
