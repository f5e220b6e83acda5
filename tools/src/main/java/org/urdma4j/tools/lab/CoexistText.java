package org.urdma4j.tools.lab;

import static java.util.Locale.ROOT;

import org.urdma4j.lab.coexist.CoexistFigures;
import org.urdma4j.lab.coexist.CoexistPlan;
import org.urdma4j.lab.coexist.CoexistResult;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.lab.CoexistNames;

import java.io.PrintWriter;
import java.util.List;

/** For people: a line for each cell, then how many are fair. */
final class CoexistText implements CoexistOutput {
    private final PrintWriter out;

    CoexistText(PrintWriter out) {
        this.out = out;
        row("", "", "RTT", "queue", "", "ours : rivals,", "", "queue p95", "3 s after", "");
        row("rivals", "Mbit/s", "ms", "BDP", "first", "of the fair share", "use", "ms", "ms", "");
        out.flush();
    }

    private void row(Object... columns) {
        String line = String.format(ROOT, "%-11s %6s %6s %6s %-6s %-21s %6s %9s %10s  %s", columns);
        out.println(line.stripTrailing());
    }

    @Override
    public void cell(CoexistResult result) {
        CoexistFigures figures = result.figures();
        row(
                CoexistNames.rivals(result.cell()),
                Numbers.plain(result.cell().rateBps() / 1e6),
                Numbers.plain(result.cell().rttNs() / 1e6),
                Numbers.plain(result.cell().queueBdp()),
                CoexistNames.first(result.cell()),
                result.ran() ? CoexistNames.shares(result) : "failed",
                Numbers.fixed(figures.use(), 3),
                Numbers.fixed(figures.queueP95Ms(), 1),
                Numbers.fixed(figures.afterP95Ms(), 1),
                CoexistNames.note(result));
        out.flush();
    }

    @Override
    public void end(CoexistPlan plan, List<CoexistResult> results) {
        List<CoexistResult> counting = results.stream().filter(CoexistResult::counts).toList();
        out.printf(
                ROOT,
                "%n--cc %s over %d s: all flows between half and twice the fair share in %d of %d"
                        + " cells; %d failed, %d void%n",
                plan.control(),
                plan.timeS(),
                counting.stream().filter(r -> r.figures().fair()).count(),
                counting.size(),
                results.stream().filter(r -> !r.ran()).count(),
                results.stream().filter(r -> r.ran() && !r.counts()).count());
        out.flush();
    }
}
