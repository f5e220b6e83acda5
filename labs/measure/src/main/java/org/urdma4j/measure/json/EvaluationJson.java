package org.urdma4j.measure.json;

import org.urdma4j.measure.evaluation.EvaluationCell;
import org.urdma4j.measure.evaluation.EvaluationFinding;
import org.urdma4j.measure.evaluation.EvaluationOptions;
import org.urdma4j.measure.evaluation.EvaluationPath;
import org.urdma4j.measure.evaluation.EvaluationResult;
import org.urdma4j.measure.evaluation.ScenarioResult;
import org.urdma4j.measure.evaluation.ScenarioRun;
import org.urdma4j.measure.evaluation.Spread;

import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** An evaluation for programs. */
public final class EvaluationJson {
    private EvaluationJson() {}

    /** Returns what was played, what each scenario comes to, and every run. */
    public static JsonObject of(EvaluationResult result) {
        EvaluationOptions options = result.options();
        return new JsonObject()
                .put("cc", options.candidate().label())
                .put("effort", lower(options.effort()))
                .put("seed", options.seed())
                .put("seeds", options.seeds())
                .put("complete", result.complete())
                .put(
                        "scenarios",
                        result.scenarios().stream().map(EvaluationJson::scenario).toList());
    }

    private static JsonObject scenario(ScenarioResult result) {
        return new JsonObject()
                .put("scenario", result.scenario().label())
                .put("rfc9743", result.scenario().sections())
                .put("what", result.scenario().what())
                .put("criterion", result.scenario().criterion().text())
                .put("played", result.runs().size())
                .put("met", result.met())
                .put("broken", result.broken())
                .put("share", spread(result, EvaluationFinding::share))
                .put("rival_share", spread(result, EvaluationFinding::rivalShare))
                .put("least", spread(result, EvaluationFinding::least))
                .put("most", spread(result, EvaluationFinding::most))
                .put("use", spread(result, EvaluationFinding::use))
                .put("queue_rtt", spread(result, EvaluationFinding::queueRtt))
                .put("queue_p95_rtt", spread(result, EvaluationFinding::queueP95Rtt))
                .put("retransmitted_share", spread(result, EvaluationFinding::again))
                .put("runs", result.runs().stream().map(EvaluationJson::run).toList());
    }

    private static JsonObject spread(
            ScenarioResult result, ToDoubleFunction<EvaluationFinding> value) {
        Spread spread = result.spread(value);
        return new JsonObject()
                .put("mean", spread.mean())
                .put("p10", spread.p10())
                .put("p90", spread.p90());
    }

    private static JsonObject run(ScenarioRun run) {
        EvaluationCell cell = run.cell();
        EvaluationPath path = cell.path();
        EvaluationFinding finding = run.finding();
        return new JsonObject()
                .put("seed", run.seed())
                .put("met", run.met())
                .put("share", finding.share())
                .put("rival_share", finding.rivalShare())
                .put("least", finding.least())
                .put("most", finding.most())
                .put("use", finding.use())
                .put("queue_rtt", finding.queueRtt())
                .put("queue_p95_rtt", finding.queueP95Rtt())
                .put("retransmitted_share", finding.again())
                .put("trips", finding.trips())
                .put("cut", finding.cut())
                .put("seconds", finding.seconds())
                .putText("failure", finding.failure())
                .put("ours", cell.ours())
                .put("paths", cell.paths())
                .put("rivals", cell.rivals())
                .putText("rival", cell.rivals() == 0 ? "" : lower(cell.rival()))
                .putText("first", first(cell))
                .put("receivers", lower(cell.receivers()))
                .put("frame_bytes", cell.frameBytes())
                .put("rate_bps", path.rateBps())
                .putMs("rtt_ms", path.rttNs())
                .put("discipline", lower(path.discipline()))
                .put("queue_bdp", path.queueBdp())
                .put("loss", path.loss())
                .put("reverse_loss", path.reverseLoss())
                .put("reorder", path.reorder())
                .put("disturbance", lower(path.disturbance()))
                .put("amount", path.amount());
    }

    private static String first(EvaluationCell cell) {
        return cell.rivals() == 0 ? "" : cell.oursFirst() ? "ours" : "rival";
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
