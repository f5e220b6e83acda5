package org.urdma4j.report.lab;

import org.urdma4j.lab.FlowKind;
import org.urdma4j.lab.FlowResult;
import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.LabPlan;
import org.urdma4j.lab.LabResults;
import org.urdma4j.lab.Mix;
import org.urdma4j.lab.Spread;
import org.urdma4j.lab.Trial;
import org.urdma4j.lab.TrialResult;
import org.urdma4j.report.chart.Markup;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.PageHead;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The results as one page that needs nothing else: figures, a table, every run, what ran. */
public final class LabHtml {
    private static final String RULES =
            LabFigure.COLOURS
                    + """
                    .range { stroke: var(--text); stroke-width: 1.5; }
                    th:first-child, td:first-child, th:nth-child(2), td:nth-child(2) { text-align: left; }
                    """;

    private static final String COLUMNS =
            "<tr><th>path</th><th>protocol</th><th>Gbit/s (range)</th><th>of bound</th>"
                    + "<th>of tcp-bbr</th><th>runs</th></tr>\n";

    private static final String RUN_COLUMNS =
            "<tr><th>path</th><th>protocol</th><th>repeat</th><th>Gbit/s</th><th>share</th>"
                    + "<th>sent again</th><th>RTT ms</th><th>CPU s/GB sender</th>"
                    + "<th>receiver</th><th>own drops</th><th>late p99 µs</th><th></th></tr>\n";

    private static final String METHOD =
            """
            <h2>Method</h2>
            <p>Each run is two processes in two network namespaces of one machine, joined by an
            emulated path in real time, with packets lost on the way to the receiver. Bars are
            medians, thin lines ranges over the repeats; within a repeat the protocols take turns.
            The bound (red) is payload / (payload + 82 bytes) &times; rate &times; (1 &minus; loss),
            with the largest payload that the MTU carries, MTU &minus; 44; for all protocols the
            same. A run is void when the emulator was late, and is then not counted.</p>
            """;

    private LabHtml() {}

    public static void write(LabResults results, Appendable out) throws IOException {
        out.append(PageHead.of("urdma4j: protocols over a long, lossy path", RULES));
        out.append("<h1>Protocols over a long, lossy path</h1>\n");
        out.append("<p>").append(what(results.plan())).append("</p>\n");
        for (List<LabCell> cells : byLink(results.plan()).values()) {
            out.append("<h2>").append(Markup.escape(LabNames.link(cells.getFirst())));
            out.append("</h2>\n").append(LabFigure.of(results, cells));
        }
        out.append("<h2>Summary</h2>\n<div class=\"wide\"><table>\n").append(COLUMNS);
        for (LabCell cell : results.plan().cells()) {
            for (Mix mix : results.plan().mixes()) {
                out.append(summary(results, cell, mix));
            }
        }
        out.append("</table></div>\n<h2>Runs</h2>\n<div class=\"wide\"><table>\n");
        out.append(RUN_COLUMNS);
        for (TrialResult result : results.trials()) {
            out.append(runs(result));
        }
        out.append("</table></div>\n").append(METHOD).append("</body>\n</html>\n");
    }

    private static Map<String, List<LabCell>> byLink(LabPlan plan) {
        return plan.cells().stream()
                .collect(
                        Collectors.groupingBy(
                                LabNames::link, LinkedHashMap::new, Collectors.toList()));
    }

    private static String what(LabPlan plan) {
        return "%d repeat%s of %d s, of which the first %d s are left out; queue %s ms."
                .formatted(
                        plan.repeats(),
                        plan.repeats() == 1 ? "" : "s",
                        plan.omitS() + plan.timeS(),
                        plan.omitS(),
                        Numbers.fixed(plan.cells().getFirst().queueNs() / 1e6, 0));
    }

    private static String summary(LabResults results, LabCell cell, Mix mix) {
        Spread goodput = results.goodput(cell, mix);
        return row(
                LabNames.cell(cell),
                mix.name(),
                LabNames.gigabits(goodput),
                Numbers.percent(goodput.median() / cell.boundBps()),
                mix.is(FlowKind.TCP_BBR)
                        ? ""
                        : Numbers.fixed(results.ratioToBbr(cell, mix).median(), 3),
                goodput.count() + " of " + results.of(cell, mix).size());
    }

    private static String runs(TrialResult result) {
        Trial trial = result.trial();
        String path = LabNames.cell(trial.cell());
        String repeat = String.valueOf(trial.repeat() + 1);
        if (!result.ran()) {
            return row(
                    path,
                    trial.mix().name(),
                    repeat,
                    "-",
                    "",
                    "",
                    "",
                    "",
                    "",
                    "",
                    "",
                    result.failure());
        }
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < result.flows().size(); i++) {
            FlowResult flow = result.flows().get(i);
            rows.append(
                    row(
                            path,
                            flow.kind().name(),
                            repeat,
                            LabNames.gigabits(flow.goodputBps()),
                            Numbers.percent(result.shareOf(i)),
                            String.valueOf(flow.retransmits()),
                            Numbers.fixed(flow.rttMs(), 2),
                            Numbers.fixed(flow.cpuSender(), 2),
                            Numbers.fixed(flow.cpuReceiver(), 2),
                            String.valueOf(flow.socketDrops()),
                            Numbers.fixed(result.path().latenessP99Us(), 0),
                            result.path().isVoid() ? "void: " + result.path().reason() : ""));
        }
        return rows.toString();
    }

    private static String row(String... values) {
        StringBuilder row = new StringBuilder("<tr>");
        for (String value : values) {
            row.append("<td>").append(Markup.escape(value)).append("</td>");
        }
        return row.append("</tr>\n").toString();
    }
}
