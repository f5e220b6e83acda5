package org.urdma4j.report.fct;

import org.urdma4j.measure.fct.FctCell;
import org.urdma4j.measure.fct.FctOptions;
import org.urdma4j.measure.fct.FctResult;
import org.urdma4j.report.chart.Markup;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.PageHead;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Cells as one page that needs nothing else: bars for each workload, every run in a table. */
public final class FctHtml {
    private static final String RULES =
            """
            rect { stroke: var(--edge); stroke-width: .7; }
            .scheme0 { fill: #8c8c8c; } .scheme1 { fill: #d9b382; } .scheme2 { fill: #e08e45; }
            .scheme3 { fill: #c3ddf1; } .scheme4 { fill: #4b9fd5; } .scheme5 { fill: #08306b; }
            .scheme6 { fill: #7fb77e; }
            th:first-child, td:first-child, td:last-child { text-align: left; }
            """;

    private static final String COLUMNS =
            """
            <tr><th>scheme</th><th>delay</th><th>loss</th><th>mean ms</th><th>p50</th><th>p95</th>
            <th>p99</th><th>p99.9</th><th>to 500 KB</th><th>over 500 KB</th><th>useful</th>
            <th>again</th><th>repair</th><th>NACKs</th><th>host timeouts</th><th></th></tr>
            """;

    private static final String METHOD =
            """
            <h2>Method</h2>
            <p>Simulated packet by packet in virtual time: hosts on both sides of a long link, each
            paced at its NIC's rate, random loss on the link. A flow is a WRITE on an idle queue
            pair, from post to completion; each scheme gets the same flows. Red is the same without
            loss, for shares of the link all of it. A run that collapsed was not over at five times
            the time of its arrivals; flows that did not complete count as if they had at its end,
            so what is shown is the least that it may be.</p>
            """;

    private static final List<FctChart> CHARTS =
            List.of(
                    new FctChart("Mean completion time", "ms", FctResult::meanMs, true),
                    new FctChart("99th percentile", "ms", it -> it.percentileMs(99), true),
                    new FctChart("Mean of flows to 500 KB", "ms", FctResult::meanToMs, true),
                    new FctChart("Mean of flows over 500 KB", "ms", FctResult::meanOverMs, true),
                    new FctChart(
                            "Useful share of what the long link carried",
                            "%",
                            it -> 100 * it.usefulShare(),
                            false));

    private FctHtml() {}

    public static void write(List<FctCell> cells, Appendable out) throws IOException {
        out.append(PageHead.of("urdma4j: flow completion times", RULES));
        out.append("<h1>Flow completion times over a long, lossy link</h1>\n");
        if (cells.isEmpty()) {
            out.append("<p>No cell has run.</p>\n</body>\n</html>\n");
            return;
        }
        out.append("<p>").append(what(cells.getFirst().options())).append("</p>\n");
        Map<String, List<FctCell>> workloads =
                cells.stream()
                        .collect(
                                Collectors.groupingBy(
                                        it -> it.options().sizes().name(),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        for (Map.Entry<String, List<FctCell>> workload : workloads.entrySet()) {
            out.append("<h2>").append(Markup.escape(workload.getKey())).append("</h2>\n");
            for (FctChart chart : CHARTS) {
                out.append("<h3>").append(chart.title()).append("</h3>\n");
                out.append(chart.draw(workload.getValue()));
            }
            table(workload.getValue(), out);
        }
        out.append(METHOD).append("</body>\n</html>\n");
    }

    private static String what(FctOptions options) {
        return "%d pairs of %s Gbit/s over %s Gbit/s, MTU %d, load %s, window %s BDP, seed %d."
                .formatted(
                        options.pairs(),
                        Numbers.plain(options.nicBps() / 1e9),
                        Numbers.plain(options.rateBps() / 1e9),
                        options.mtu(),
                        Numbers.plain(options.load()),
                        Numbers.plain(options.windowBdp()),
                        options.seed());
    }

    private static void table(List<FctCell> cells, Appendable out) throws IOException {
        out.append("<div class=\"wide\"><table>\n").append(COLUMNS);
        for (FctCell cell : cells) {
            out.append(row("no loss", cell.lossless()));
            for (FctResult result : cell.results()) {
                out.append(row(result.options().scheme().label(), result));
            }
        }
        out.append("</table></div>\n");
    }

    private static String row(String scheme, FctResult run) {
        String note = FctLabels.note(run);
        String[] values = {
            scheme,
            FctLabels.delay(run.options()),
            FctLabels.loss(run.options()),
            Numbers.fixed(run.meanMs(), 3),
            Numbers.fixed(run.percentileMs(50), 3),
            Numbers.fixed(run.percentileMs(95), 3),
            Numbers.fixed(run.percentileMs(99), 3),
            Numbers.fixed(run.percentileMs(99.9), 3),
            Numbers.fixed(run.meanToMs(), 3),
            Numbers.fixed(run.meanOverMs(), 3),
            Numbers.percent(run.usefulShare()),
            Numbers.percent(run.redundantShare()),
            Numbers.percent(run.repairShare()),
            Long.toString(run.left().nacks),
            Long.toString(run.hostTimeouts()),
            note.isEmpty() ? "" : note.substring(2)
        };
        StringBuilder row = new StringBuilder("<tr>");
        for (String value : values) {
            row.append("<td>").append(Markup.escape(value)).append("</td>");
        }
        return row.append("</tr>\n").toString();
    }
}
