package org.urdma4j.report.fabric;

import org.urdma4j.leafspine.run.FabricOptions;
import org.urdma4j.leafspine.run.FabricResult;
import org.urdma4j.leafspine.run.Scheme;
import org.urdma4j.leafspine.topology.Shape;
import org.urdma4j.measure.fabric.FabricCell;
import org.urdma4j.report.chart.BarChart;
import org.urdma4j.report.chart.Markup;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.PageHead;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Cells as one page that needs nothing else: times over sizes, use of uplinks, every cell. */
public final class FabricHtml {
    private static final String RULES =
            """
            rect { stroke: var(--edge); stroke-width: .7; } .line { fill: none; stroke-width: 2; }
            .scheme0 { fill: #8c8c8c; } .scheme1 { fill: #d9b382; } .scheme2 { fill: #e08e45; }
            .scheme3 { fill: #c3ddf1; } .scheme4 { fill: #7fb77e; } .scheme5 { fill: #4b9fd5; }
            .scheme6 { fill: #08306b; } .scheme7 { fill: #a06cd5; }
            .line0 { stroke: #8c8c8c; } .line1 { stroke: #d9b382; } .line2 { stroke: #e08e45; }
            .line3 { stroke: #c3ddf1; } .line4 { stroke: #7fb77e; } .line5 { stroke: #4b9fd5; }
            .line6 { stroke: #08306b; } .line7 { stroke: #a06cd5; }
            .line.bound { stroke: var(--bound); stroke-dasharray: 6 4; }
            th:first-child, td:first-child { text-align: left; }
            """;

    private static final String COLUMNS =
            """
            <tr><th>scheme</th><th>size</th><th>runs</th><th>JCT ms</th><th>least</th><th>most</th>
            <th>ideal ms</th><th>of the ideal</th><th>× baseline</th><th>uplink max</th>
            <th>uplink cv</th><th>queue p99 KB</th><th>max KB</th><th>dropped</th><th>again</th>
            <th>pauses</th><th>reordered</th><th>sorted KB</th></tr>
            """;

    private static final String METHOD =
            """
            <h2>Method</h2>
            <p>Simulated packet by packet in virtual time; docs/fabric.md says what is modelled. JCT:
            until the last rank of the last job has all of its data; the median over hashes, and the
            rest of a line is of the run with the median. Ideal: the payload at what headers leave of
            a NIC's rate, and the way of the last packet of each step. × baseline: how many times
            sooner than RoCE over ECMP with DCQCN, without PFC, one queue pair a pair.</p>
            """;

    private FabricHtml() {}

    public static void write(List<FabricCell> cells, Appendable out) throws IOException {
        out.append(PageHead.of("urdma4j: collectives in a fabric", RULES));
        out.append("<h1>Collectives in a leaf-spine fabric</h1>\n");
        if (cells.isEmpty()) {
            out.append("<p>No cell has run.</p>\n</body>\n</html>\n");
            return;
        }
        Map<String, List<FabricCell>> groups =
                cells.stream()
                        .collect(
                                Collectors.groupingBy(
                                        it -> title(it.options()),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        for (Map.Entry<String, List<FabricCell>> group : groups.entrySet()) {
            out.append("<h2>").append(Markup.escape(group.getKey())).append("</h2>\n");
            out.append("<h3>Job completion time</h3>\n");
            out.append(new FabricChart(group.getKey(), group.getValue()).draw());
            out.append("<h3>Busiest uplink</h3>\n");
            out.append(uplinks(group.getValue()));
            table(group.getValue(), out);
        }
        out.append(METHOD).append("</body>\n</html>\n");
    }

    private static String title(FabricOptions options) {
        Shape shape = options.shape();
        String fail = options.fail() == null ? "" : ", " + options.fail() + " dies";
        return "%s, %d × %d NICs of %s Gbit/s, %d spines by %d × %s Gbit/s: speed-up %s%s"
                .formatted(
                        options.pattern().label(),
                        shape.servers(),
                        shape.nics(),
                        Numbers.plain(shape.linkBps() / 1e9),
                        shape.spines(),
                        shape.cables(),
                        Numbers.plain(shape.uplinkBps() / 1e9),
                        Numbers.brief(shape.speedUp()),
                        fail);
    }

    static String size(long bytes) {
        return bytes >= 1 << 20
                ? Numbers.brief(bytes / (double) (1 << 20)) + " MiB"
                : Numbers.brief(bytes / 1024.0) + " KiB";
    }

    private static String uplinks(List<FabricCell> cells) {
        List<Scheme> schemes = cells.stream().map(FabricHtml::scheme).distinct().toList();
        List<BarChart.Group> groups = new ArrayList<>();
        long[] sizes = cells.stream().mapToLong(FabricHtml::bytes).distinct().toArray();
        for (long size : sizes) {
            List<Optional<BarChart.Bar>> bars = new ArrayList<>();
            for (Scheme scheme : schemes) {
                bars.add(
                        cells.stream()
                                .filter(it -> bytes(it) == size && scheme(it).equals(scheme))
                                .findFirst()
                                .map(FabricHtml::bar));
            }
            groups.add(new BarChart.Group(List.of(size(size)), bars));
        }
        List<String> names = schemes.stream().map(FabricHtml::shortName).toList();
        return BarChart.draw("Busiest uplink", "%", 100, "scheme", names, groups);
    }

    private static Scheme scheme(FabricCell cell) {
        return cell.options().scheme();
    }

    private static long bytes(FabricCell cell) {
        return cell.options().bytes();
    }

    /** A row of seven names has no room for what they have in common. */
    private static String shortName(Scheme scheme) {
        return scheme.label().replace(" dcqcn", "").replace(" grants, urdma", "");
    }

    private static BarChart.Bar bar(FabricCell cell) {
        double percent = 100 * cell.median().uplinkShareMax();
        String tip = cell.options().scheme().label() + ": " + Numbers.fixed(percent, 1) + " %";
        return new BarChart.Bar(percent, 100, tip);
    }

    private static void table(List<FabricCell> cells, Appendable out) throws IOException {
        out.append("<div class=\"wide\"><table>\n").append(COLUMNS);
        for (FabricCell cell : cells) {
            out.append(row(cell));
        }
        out.append("</table></div>\n");
    }

    private static String row(FabricCell cell) {
        FabricResult run = cell.median();
        String[] values = {
            cell.options().scheme().label(),
            size(cell.options().bytes()),
            Integer.toString(cell.runs().size()),
            Numbers.fixed(run.jctMs(), 3),
            Numbers.fixed(cell.minMs(), 3),
            Numbers.fixed(cell.maxMs(), 3),
            Numbers.fixed(run.idealMs(), 3),
            Numbers.percent(run.shareOfIdeal()),
            Numbers.fixed(cell.ratioToBaseline(), 2),
            Numbers.percent(run.uplinkShareMax()),
            Numbers.fixed(run.uplinkCv(), 2),
            Numbers.brief(run.queueKbP99()),
            Numbers.brief(run.queueKbMax()),
            Long.toString(run.dropped()),
            Numbers.percent(run.againShare()),
            Long.toString(run.pauses()),
            Numbers.percent(run.reorderedShare()),
            Numbers.brief(run.sortKbMax())
        };
        StringBuilder row = new StringBuilder("<tr>");
        for (String value : values) {
            row.append("<td>").append(Markup.escape(value)).append("</td>");
        }
        return row.append("</tr>\n").toString();
    }
}
