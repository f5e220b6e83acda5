package org.urdma4j.report.capture;

import org.urdma4j.measure.capture.CaptureTotals;
import org.urdma4j.measure.capture.FlowSummary;
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
import java.util.function.ToDoubleFunction;

/** The flows of a capture as one page that needs nothing else: pictures of the largest, a table. */
public final class FlowPage {
    private static final int MOST_CURVES = 6;
    private static final double PERCENT = 100;
    private static final String UNKNOWN = "?";

    private static final String RULES =
            CurveRules.CSS
                    + """
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
        if (totals.unchecked() + totals.cut() > 0) {
            out.append(
                    ("<p>%d packets are cut short in the capture, and %d frames before they show"
                                    + " what they are; ? is what nobody knows for that.</p>\n")
                            .formatted(totals.unchecked(), totals.cut()));
        }
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
        List<String> cells =
                List.of(
                        Markup.escape(flow.name()),
                        flow.profile(),
                        known(flow.packets()),
                        flow.payloadBytes() == null
                                ? UNKNOWN
                                : Quantity.SIZE.show(flow.payloadBytes()),
                        flow.goodputBps() == null ? "-" : Quantity.RATE.show(flow.goodputBps()),
                        flow.seconds() == null ? UNKNOWN : Numbers.brief(flow.seconds()),
                        loss(flow),
                        known(flow.missing()),
                        known(flow.again()),
                        known(flow.repairs()),
                        known(
                                flow.naks() == null || flow.rnrNaks() == null
                                        ? null
                                        : flow.naks() + flow.rnrNaks()),
                        known(flow.cnps()),
                        known(flow.marked()),
                        rtt == null ? "-" : Quantity.TIME.show(rtt.min()),
                        rtt == null ? "-" : Quantity.TIME.show(rtt.mean()));
        StringBuilder row = new StringBuilder("<tr>");
        cells.forEach(cell -> row.append("<td>").append(cell).append("</td>"));
        return row.append("</tr>\n").toString();
    }

    private static String loss(FlowSummary flow) {
        if (flow.loss() != null) {
            return Numbers.brief(PERCENT * flow.loss()) + " %";
        }
        return flow.missing() == null ? UNKNOWN : "-";
    }

    private static String known(Long figure) {
        return figure == null ? UNKNOWN : Long.toString(figure);
    }
}
