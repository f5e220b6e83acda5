package org.urdma4j.report.capture;

import org.urdma4j.measure.capture.CaptureTotals;
import org.urdma4j.measure.capture.FlowSummary;
import org.urdma4j.report.chart.Axis;
import org.urdma4j.report.chart.Curve;
import org.urdma4j.report.chart.LineChart;
import org.urdma4j.report.chart.Markup;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.PageHead;
import org.urdma4j.report.chart.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The flows of a capture as one page that needs nothing else: pictures of the largest, a table. */
public final class FlowPage {
    private static final int MOST_CURVES = 6;
    private static final double PERCENT = 100;

    private static final String RULES =
            """
            :root { --c0: #08519c; --c1: #b35806; --c2: #2d7a2c; --c3: #762a83; --c4: #b2182b;
              --c5: #555; }
            @media screen and (prefers-color-scheme: dark) {
              :root { --c0: #9ec9ea; --c1: #f2b26b; --c2: #8fd08e; --c3: #cfa8dd; --c4: #ff8f85;
                --c5: #bbb; }
            }
            figure { margin: 1rem 0; border: 1px solid var(--line); padding: .6rem .8rem; }
            .legend { display: flex; flex-wrap: wrap; gap: .1rem .9rem; font-size: .85rem; }
            svg.swatch { width: 34px; height: 12px; }
            .curve { fill: none; stroke-width: 2; stroke-linejoin: round; }
            .curve.c0 { stroke: var(--c0); } .mark.c0 { fill: var(--c0); }
            .curve.c1 { stroke: var(--c1); stroke-dasharray: 7 4; } .mark.c1 { fill: var(--c1); }
            .curve.c2 { stroke: var(--c2); stroke-dasharray: 2 3; } .mark.c2 { fill: var(--c2); }
            .curve.c3 { stroke: var(--c3); stroke-dasharray: 10 3; } .mark.c3 { fill: var(--c3); }
            .curve.c4 { stroke: var(--c4); stroke-dasharray: 4 2; } .mark.c4 { fill: var(--c4); }
            .curve.c5 { stroke: var(--c5); stroke-dasharray: 12 5; } .mark.c5 { fill: var(--c5); }
            th:first-child, td:first-child, th:nth-child(2), td:nth-child(2) { text-align: left; }
            """;

    private static final String COLUMNS =
            "<tr><th>flow</th><th>profile</th><th>packets</th><th>payload</th><th>goodput</th>"
                    + "<th>seconds</th><th>loss</th><th>missing</th><th>sent again</th>"
                    + "<th>repairs</th><th>NAKs</th><th>CNPs</th><th>CE</th><th>RTT min</th>"
                    + "<th>RTT mean</th></tr>\n";

    private FlowPage() {}

    /**
     * Writes the page.
     *
     * @param file what the capture is called
     * @param flows those with the most payload first
     */
    public static void write(
            String file, CaptureTotals totals, List<FlowSummary> flows, Appendable out)
            throws IOException {
        out.append(PageHead.of("urdma4j: flows of " + file, RULES));
        out.append("<h1>Flows of ").append(Markup.escape(file)).append("</h1>\n");
        out.append(
                "<p>%d packets, %d of them damaged, %d flows.</p>\n"
                        .formatted(totals.packets(), totals.damaged(), flows.size()));
        List<FlowSummary> drawn =
                flows.stream().filter(flow -> !flow.series().isEmpty()).limit(MOST_CURVES).toList();
        if (!drawn.isEmpty()) {
            draw("Goodput", Quantity.RATE, drawn, FlowSummary.Point::goodputBps, out);
            draw("Packets sent again", Quantity.COUNT, drawn, FlowSummary.Point::again, out);
            draw("Round trip", Quantity.TIME, drawn, FlowPage::rtt, out);
        }
        out.append("<div class=\"wide\"><table>\n").append(COLUMNS);
        for (FlowSummary flow : flows) {
            out.append(row(flow));
        }
        out.append("</table></div>\n</body>\n</html>\n");
    }

    private static double rtt(FlowSummary.Point point) {
        return point.rttMs() == null ? Double.NaN : point.rttMs();
    }

    private static void draw(
            String title,
            Quantity quantity,
            List<FlowSummary> flows,
            ToDoubleFunction<FlowSummary.Point> value,
            Appendable out)
            throws IOException {
        List<Curve> curves = new ArrayList<>();
        double last = 0;
        for (FlowSummary flow : flows) {
            List<Curve.Point> points =
                    flow.series().stream()
                            .map(point ->
                                    new Curve.Point(point.seconds(), value.applyAsDouble(point)))
                            .toList();
            curves.add(new Curve(flow.name(), curves.size(), points));
            last = Math.max(last, points.getLast().seconds());
        }
        Axis time = Axis.between(0, last > 0 ? last : 1, 8);
        out.append(new LineChart(title, quantity, curves, time, 0).draw());
    }

    private static String row(FlowSummary flow) {
        FlowSummary.Rtt rtt = flow.rttMs();
        List<Object> cells =
                List.of(
                        Markup.escape(flow.name()),
                        flow.profile(),
                        flow.packets(),
                        Quantity.SIZE.show(flow.payloadBytes()),
                        flow.goodputBps() == null ? "-" : Quantity.RATE.show(flow.goodputBps()),
                        Numbers.brief(flow.seconds()),
                        flow.loss() == null ? "-" : Numbers.brief(PERCENT * flow.loss()) + " %",
                        flow.missing(),
                        flow.again(),
                        flow.repairs(),
                        flow.naks() + flow.rnrNaks(),
                        flow.cnps(),
                        flow.marked(),
                        rtt == null ? "-" : Quantity.TIME.show(rtt.min()),
                        rtt == null ? "-" : Quantity.TIME.show(rtt.mean()));
        StringBuilder row = new StringBuilder("<tr>");
        cells.forEach(cell -> row.append("<td>").append(cell).append("</td>"));
        return row.append("</tr>\n").toString();
    }
}
