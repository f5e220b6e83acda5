package org.urdma4j.report.evaluation;

import org.urdma4j.measure.evaluation.EvaluationFinding;
import org.urdma4j.measure.evaluation.EvaluationOptions;
import org.urdma4j.measure.evaluation.EvaluationResult;
import org.urdma4j.measure.evaluation.Scenario;
import org.urdma4j.measure.evaluation.ScenarioResult;
import org.urdma4j.measure.evaluation.ScenarioRun;
import org.urdma4j.measure.evaluation.Spread;
import org.urdma4j.report.chart.Markup;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.PageHead;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** An evaluation as a page: a table of all scenarios, then each with pictures and failed runs. */
public final class EvaluationHtml {
    private static final String RULES =
            """
            .met { fill: #4b9fd5; } .unmet { fill: var(--bound); }
            .charts { display: flex; flex-wrap: wrap; } .charts svg { flex: 1 1 300px; }
            td:first-child, th:first-child, .text { text-align: left; white-space: normal; }
            """;

    private static final String COLUMNS =
            """
            <tr><th>scenario</th><th>RFC 9743</th><th>runs</th><th>met</th><th>share mean</th>
            <th>p10</th><th>p90</th><th>rivals mean</th><th>p10</th><th>p90</th><th>use mean</th>
            <th>p10</th><th>queue mean, RTT</th><th>p90</th><th>sent again</th></tr>
            """;

    private static final String METHOD =
            """
            <h2>Method</h2>
            <p>Packet by packet in virtual time, the real engine at both ends. The flows of one kind
            begin in the first eighth of a run, the others in the next; what happens to the path
            happens after two fifths, and what counts begins after three. A share is a multiple of
            what the link comes to for each flow, framing included; use is of the link, queue the
            time that packets wait in it in round trips of the empty path.</p>
            """;

    private static final List<ShareChart> CHARTS =
            List.of(
                    new ShareChart("Mbit/s", cell -> cell.path().rateBps() / 1e6),
                    new ShareChart("round trip, ms", cell -> cell.path().rttNs() / 1e6),
                    new ShareChart("queue, BDP", cell -> cell.path().queueBdp()));

    private EvaluationHtml() {}

    /** Writes the page. */
    public static void write(EvaluationResult result, Appendable out) throws IOException {
        EvaluationOptions options = result.options();
        out.append(PageHead.of("urdma4j: a congestion control before a jury", RULES));
        out.append("<h1>%s by RFC 9743</h1>\n".formatted(options.candidate().label()));
        out.append(
                "<p>%d runs of each scenario, seeds from %d, %s%s.</p>\n"
                        .formatted(
                                options.seeds(),
                                options.seed(),
                                options.effort().name().toLowerCase(Locale.ROOT),
                                result.complete() ? "" : "; broken off, not all were played"));
        out.append("<div class=\"wide\"><table>\n").append(COLUMNS);
        for (ScenarioResult scenario : result.scenarios()) {
            out.append(summary(scenario));
        }
        out.append("</table></div>\n");
        for (ScenarioResult scenario : result.scenarios()) {
            write(scenario, out);
        }
        out.append(METHOD).append("</body>\n</html>\n");
    }

    private static String summary(ScenarioResult result) {
        Spread share = result.spread(EvaluationFinding::share);
        Spread rivals = result.spread(EvaluationFinding::rivalShare);
        Spread use = result.spread(EvaluationFinding::use);
        Spread queue = result.spread(EvaluationFinding::queueRtt);
        return row(
                result.scenario().label(),
                result.scenario().sections(),
                Integer.toString(result.runs().size()),
                Long.toString(result.met()),
                two(share.mean()),
                two(share.p10()),
                two(share.p90()),
                two(rivals.mean()),
                two(rivals.p10()),
                two(rivals.p90()),
                two(use.mean()),
                two(use.p10()),
                two(queue.mean()),
                two(queue.p90()),
                Numbers.percent(result.spread(EvaluationFinding::again).mean()));
    }

    private static void write(ScenarioResult result, Appendable out) throws IOException {
        Scenario scenario = result.scenario();
        out.append(
                "<h2 id=\"%1$s\">%1$s</h2>\n<p>%2$s. Met: %3$s; %4$d of %5$d.</p>\n"
                        .formatted(
                                scenario.label(),
                                Markup.escape(scenario.what()),
                                scenario.criterion().text(),
                                result.met(),
                                result.runs().size()));
        if (result.runs().isEmpty()) {
            return;
        }
        out.append("<div class=\"charts\">\n");
        for (ShareChart chart : CHARTS) {
            out.append(chart.draw(result));
        }
        out.append("</div>\n");
        List<ScenarioRun> unmet =
                result.runs().stream()
                        .filter(run -> !run.met())
                        .sorted(Comparator.comparingDouble(run -> run.finding().share()))
                        .toList();
        if (unmet.isEmpty()) {
            return;
        }
        out.append("<div class=\"wide\"><table>\n");
        out.append(
                "<tr><th>not met</th><th>seed</th><th>share</th><th>use</th><th>queue, RTT</th>"
                        + "<th>sent again</th></tr>\n");
        for (ScenarioRun run : unmet) {
            out.append(
                    row(
                            EvaluationLabels.cell(run.cell()),
                            Long.toString(run.seed()),
                            EvaluationLabels.shares(run),
                            two(run.finding().use()),
                            two(run.finding().queueRtt()),
                            Numbers.percent(run.finding().again())));
        }
        out.append("</table></div>\n");
    }

    private static String row(String... cells) {
        StringBuilder row = new StringBuilder("<tr>");
        for (String cell : cells) {
            row.append("<td>").append(Markup.escape(cell)).append("</td>");
        }
        return row.append("</tr>\n").toString();
    }

    private static String two(double value) {
        return Numbers.fixed(value, 2);
    }
}
