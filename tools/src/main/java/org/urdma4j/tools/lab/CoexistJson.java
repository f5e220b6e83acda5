package org.urdma4j.tools.lab;

import com.fasterxml.jackson.annotation.JsonProperty;

import org.urdma4j.lab.coexist.CoexistCell;
import org.urdma4j.lab.coexist.CoexistFigures;
import org.urdma4j.lab.coexist.CoexistPlan;
import org.urdma4j.lab.coexist.CoexistResult;
import org.urdma4j.tools.terminal.EventLines;

import java.io.PrintWriter;
import java.util.List;

/** For programs: one object a line, {@code {"event": …, "data": …}}. */
final class CoexistJson implements CoexistOutput {
    private final EventLines lines;

    CoexistJson(PrintWriter out) {
        lines = new EventLines(out);
    }

    private record Cell(
            String rival,
            int rivals,
            long rateBps,
            double rttMs,
            double queueBdp,
            String first,
            Double seconds,
            Double ours,
            Double rivalsLeast,
            Double rivalsMost,
            Boolean fair,
            Double use,
            @JsonProperty("queue_ms_p95") Double queueMsP95,
            @JsonProperty("after_queue_ms_p95") Double afterQueueMsP95,
            Double afterUse,
            @JsonProperty("void") String invalid,
            String failure) {}

    private record End(
            String cc, int timeS, int omitS, int cells, long fair, long failed, long voids) {}

    @Override
    public void cell(CoexistResult result) {
        CoexistCell cell = result.cell();
        CoexistFigures figures = result.figures();
        lines.print(
                "cell",
                new Cell(
                        cell.rival(),
                        cell.rivals(),
                        cell.rateBps(),
                        cell.rttNs() / 1e6,
                        cell.queueBdp(),
                        cell.oursFirst() ? "ours" : "rival",
                        number(figures.toS() - figures.fromS()),
                        number(figures.ours()),
                        number(figures.least()),
                        number(figures.most()),
                        result.ran() ? figures.fair() : null,
                        number(figures.use()),
                        number(figures.queueP95Ms()),
                        number(figures.afterP95Ms()),
                        number(figures.afterUse()),
                        text(result.path().reason()),
                        text(result.failure())));
    }

    @Override
    public void end(CoexistPlan plan, List<CoexistResult> results) {
        lines.print(
                "end",
                new End(
                        plan.control(),
                        plan.timeS(),
                        plan.omitS(),
                        results.size(),
                        results.stream().filter(r -> r.counts() && r.figures().fair()).count(),
                        results.stream().filter(r -> !r.ran()).count(),
                        results.stream().filter(r -> r.ran() && !r.counts()).count()));
    }

    private static Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static String text(String text) {
        return text.isEmpty() ? null : text;
    }
}
