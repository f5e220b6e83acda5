package org.urdma4j.report.lab;

import org.urdma4j.lab.coexist.CoexistFigures;
import org.urdma4j.lab.coexist.CoexistPlan;
import org.urdma4j.lab.coexist.CoexistResult;
import org.urdma4j.lab.coexist.CoexistTrace;
import org.urdma4j.lab.coexist.FlowTrace;
import org.urdma4j.report.chart.Axis;
import org.urdma4j.report.chart.Curve;
import org.urdma4j.report.chart.CurveRules;
import org.urdma4j.report.chart.LineChart;
import org.urdma4j.report.chart.Markup;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.PageHead;
import org.urdma4j.report.chart.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Flows beside TCP as one page: a table, and for each cell rates and queue over time. */
public final class CoexistHtml {
    /** A picture point for so much time: more are no clearer. */
    private static final double STEP_S = 0.5;

    private static final String RULES =
            CurveRules.CSS
                    + """
                    .charts { display: grid; gap: 0 1rem;
                      grid-template-columns: repeat(auto-fit, minmax(min(28rem, 100%), 1fr)); }
                    .omitted { fill: var(--line); opacity: .45; }
                    th:first-child, td:first-child { text-align: left; }
                    """;

    private static final String COLUMNS =
            "<tr><th>cell</th><th>ours : rivals</th><th>use</th><th>queue p95, ms</th>"
                    + "<th>3 s after, ms</th><th>use then</th><th>late p99 µs</th><th></th></tr>\n";

    private static final String METHOD =
            """
            <h2>Method</h2>
            <p>Who is first has the link alone for 3 s. Shares are of the wire, framing included,
            as multiples of what each flow would have if all had the same; of several rivals the
            least and the most. The queue is the mean of every 50 ms, weighted by packets. "3 s
            after" are up to 5 s, from 3 s after the last rival has left. A run is void when the
            emulator was late.</p>
            """;

    private CoexistHtml() {}

    public static void write(CoexistPlan plan, List<CoexistResult> results, Appendable out)
            throws IOException {
        out.append(PageHead.of("urdma4j: beside the kernel's TCP", RULES));
        out.append("<h1>Beside the kernel's TCP</h1>\n");
        out.append(
                "<p>One flow of URDMA, --cc %s; judged over %d s, from %d s after the last began.</p>\n"
                        .formatted(Markup.escape(plan.control()), plan.timeS(), plan.omitS()));
        out.append("<div class=\"wide\"><table>\n").append(COLUMNS);
        for (CoexistResult result : results) {
            out.append(row(result));
        }
        out.append("</table></div>\n");
        for (CoexistResult result : results) {
            if (result.trace().isPresent()) {
                out.append("<h2>").append(Markup.escape(CoexistNames.cell(result.cell())));
                out.append("</h2>\n").append(charts(result, result.trace().get()));
            }
        }
        out.append(METHOD).append("</body>\n</html>\n");
    }

    private static String row(CoexistResult result) {
        CoexistFigures figures = result.figures();
        StringBuilder row = new StringBuilder("<tr>");
        for (String value :
                List.of(
                        CoexistNames.cell(result.cell()),
                        result.ran() ? CoexistNames.shares(result) : "-",
                        Numbers.fixed(figures.use(), 3),
                        Numbers.fixed(figures.queueP95Ms(), 1),
                        Numbers.fixed(figures.afterP95Ms(), 1),
                        Numbers.fixed(figures.afterUse(), 3),
                        Numbers.fixed(result.path().latenessP99Us(), 0),
                        CoexistNames.note(result))) {
            row.append("<td>").append(Markup.escape(value)).append("</td>");
        }
        return row.append("</tr>\n").toString();
    }

    private static String charts(CoexistResult result, CoexistTrace trace) {
        double end =
                Stream.concat(Stream.of(trace.ours()), trace.rivals().stream())
                        .mapToDouble(FlowTrace::endS)
                        .max()
                        .orElse(1);
        Axis time = LineChart.time(0, end);
        List<Curve> rates = new ArrayList<>(List.of(rate(trace.ours(), "urdma", 0, end)));
        for (FlowTrace rival : trace.rivals()) {
            int number = rates.size();
            rates.add(rate(rival, rival.name() + " " + number, number, end));
        }
        double from = result.figures().fromS();
        double omitted = Double.isFinite(from) ? from : 0;
        return "<div class=\"charts\">\n"
                + new LineChart("Rate on the wire", Quantity.RATE, rates, time, omitted).draw()
                + new LineChart("Queue", Quantity.TIME, List.of(queue(trace)), time, omitted).draw()
                + "</div>\n";
    }

    /** Before a flow began and after it has ended it has no points. */
    private static Curve rate(FlowTrace flow, String name, int style, double end) {
        List<Curve.Point> points = new ArrayList<>();
        for (double from = 0; from + STEP_S <= end; from += STEP_S) {
            boolean there = from + STEP_S > flow.startS() && from < flow.endS();
            points.add(
                    new Curve.Point(
                            from + STEP_S / 2,
                            there ? flow.wireBps(from, from + STEP_S) : Double.NaN));
        }
        return new Curve(name, style, points);
    }

    private static Curve queue(CoexistTrace trace) {
        return new Curve(
                "mean wait",
                0,
                trace.path().queues().stream()
                        .map(queue -> new Curve.Point(queue.seconds(), queue.meanMs()))
                        .toList());
    }
}
