package org.urdma4j.tools.lab;

import org.urdma4j.lab.coexist.CoexistCell;
import org.urdma4j.lab.coexist.CoexistFigures;
import org.urdma4j.lab.coexist.CoexistPlan;
import org.urdma4j.lab.coexist.CoexistResult;
import org.urdma4j.measure.json.JsonObject;
import org.urdma4j.tools.terminal.EventLines;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Predicate;

/** For programs: one object a line, {@code {"event": …, "data": …}}. */
final class CoexistJson implements CoexistOutput {
    private final EventLines lines;

    CoexistJson(PrintWriter out) {
        lines = new EventLines(out);
    }

    @Override
    public void cell(CoexistResult result) {
        CoexistCell cell = result.cell();
        CoexistFigures figures = result.figures();
        lines.print(
                "cell",
                new JsonObject()
                        .put("rival", cell.rival())
                        .put("rivals", cell.rivals())
                        .put("rate_bps", cell.rateBps())
                        .putMs("rtt_ms", cell.rttNs())
                        .put("queue_bdp", cell.queueBdp())
                        .put("first", cell.oursFirst() ? "ours" : "rival")
                        .put("seconds", figures.toS() - figures.fromS())
                        .put("ours", figures.ours())
                        .put("rivals_least", figures.least())
                        .put("rivals_most", figures.most())
                        .put("fair", result.ran() ? figures.fair() : null)
                        .put("use", figures.use())
                        .put("queue_ms_p95", figures.queueP95Ms())
                        .put("after_queue_ms_p95", figures.afterP95Ms())
                        .put("after_use", figures.afterUse())
                        .putText("void", result.path().reason())
                        .putText("failure", result.failure()));
    }

    @Override
    public void end(CoexistPlan plan, List<CoexistResult> results) {
        lines.print(
                "end",
                new JsonObject()
                        .put("cc", plan.control())
                        .put("time_s", plan.timeS())
                        .put("omit_s", plan.omitS())
                        .put("cells", results.size())
                        .put("fair", count(results, r -> r.counts() && r.figures().fair()))
                        .put("failed", count(results, r -> !r.ran()))
                        .put("voids", count(results, r -> r.ran() && !r.counts())));
    }

    private static long count(List<CoexistResult> results, Predicate<CoexistResult> what) {
        return results.stream().filter(what).count();
    }
}
