package org.urdma4j.report.roce;

import org.urdma4j.measure.roce.RoceOptions;
import org.urdma4j.measure.roce.RoceResult;
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

/** Runs as one page that needs nothing else: of each its flows, and what happened over time. */
public final class RoceHtml {
    /** More curves than this can't be told apart. */
    private static final int MOST_CURVES = 6;

    private static final String COLUMNS =
            """
            <tr><th>scenario</th><th>Gbit/s</th><th>Jain</th><th>pause frames</th><th>paused</th>
            <th>still ms</th><th>marked</th><th>over threshold</th><th>over headroom</th>
            <th>by watchdog</th><th>storms</th></tr>
            """;

    private RoceHtml() {}

    public static void write(List<RoceResult> results, Appendable out) throws IOException {
        String rules = CurveRules.CSS + "th:first-child, td:first-child { text-align: left; }\n";
        out.append(PageHead.of("urdma4j: RoCE over a lossless fabric", rules));
        out.append("<h1>RoCE over a lossless fabric</h1>\n<div class=\"wide\"><table>\n")
                .append(COLUMNS);
        for (RoceResult result : results) {
            out.append(row(result));
        }
        out.append("</table></div>\n<p>Simulated frame by frame in virtual time; docs/fabric.md")
                .append(" says what is modelled. Rates are of payload in the second half. Paused:")
                .append(" share of the time, over the ports of hosts. Still: for how long nothing")
                .append(" had come anywhere at the end.</p>\n");
        for (RoceResult result : results) {
            draw(result, out);
        }
        out.append("</body>\n</html>\n");
    }

    private static String row(RoceResult result) {
        RoceResult.Totals totals = result.totals();
        String[] values = {
            result.options().scenario().label(),
            Numbers.fixed(result.goodputBps() / 1e9, 2),
            Numbers.fixed(result.jain(), 3),
            Long.toString(totals.pauseFrames()),
            Numbers.percent(result.pausedShare()),
            Numbers.fixed(result.stillNs() / 1e6, 2),
            Long.toString(totals.marked()),
            Long.toString(totals.overThreshold()),
            Long.toString(totals.overHeadroom()),
            Long.toString(totals.byWatchdog()),
            Long.toString(totals.storms())
        };
        return "<tr><td>" + String.join("</td><td>", values) + "</td></tr>\n";
    }

    private static void draw(RoceResult result, Appendable out) throws IOException {
        RoceOptions options = result.options();
        out.append("<h2>")
                .append(Markup.escape(title(options)))
                .append("</h2>\n<table>\n<tr><th>flow</th><th>priority</th><th>Gbit/s</th></tr>\n");
        for (RoceResult.Flow flow : result.flows()) {
            out.append(
                    "<tr><td>%s to %s</td><td>%d</td><td>%s</td></tr>\n"
                            .formatted(
                                    Markup.escape(flow.from()),
                                    Markup.escape(flow.to()),
                                    flow.priority(),
                                    Numbers.fixed(flow.goodputBps() / 1e9, 2)));
        }
        out.append("</table>\n");
        if (!result.failure().isEmpty()) {
            out.append("<p>A connection broke: ")
                    .append(Markup.escape(result.failure()))
                    .append("</p>\n");
        }
        Axis time = LineChart.time(0, options.timeNs() / 1e9);
        out.append(new LineChart("Goodput", Quantity.RATE, goodputs(result), time, 0).draw());
        out.append(
                chart(
                        "Waiting in switches",
                        Quantity.SIZE,
                        result,
                        time,
                        it -> (double) it.queueBytes()));
        out.append(
                chart(
                        "Ports that are stopped",
                        Quantity.COUNT,
                        result,
                        time,
                        it -> (double) it.stoppedPorts()));
    }

    private static String title(RoceOptions options) {
        return "%s, %d senders, %s Gbit/s, %s, %s, %s"
                .formatted(
                        options.scenario().label(),
                        options.senders(),
                        Numbers.plain(options.cable().bitsPerSecond() / 1e9),
                        options.encapsulation(),
                        options.pfc() ? "PFC" : "no PFC",
                        options.control());
    }

    private static String chart(
            String name,
            Quantity quantity,
            RoceResult result,
            Axis time,
            ToDoubleFunction<RoceResult.Point> value) {
        return new LineChart(name, quantity, List.of(curve(name, 0, result, value)), time, 0)
                .draw();
    }

    /** A curve for each flow; of many senders one for all of them together, and the victim's. */
    private static List<Curve> goodputs(RoceResult result) {
        List<RoceResult.Flow> flows = result.flows();
        int senders = result.options().senders();
        List<Curve> curves = new ArrayList<>();
        int alone = 0;
        if (flows.size() > MOST_CURVES) {
            curves.add(curve("all senders", 0, result, it -> sum(it, senders)));
            alone = senders;
        }
        for (int i = alone; i < flows.size(); i++) {
            int flow = i;
            String name = flows.get(i).from();
            curves.add(curve(name, curves.size(), result, it -> it.goodputBps().get(flow)));
        }
        return curves;
    }

    private static double sum(RoceResult.Point point, int senders) {
        return point.goodputBps().stream().limit(senders).mapToDouble(it -> it).sum();
    }

    private static Curve curve(
            String name, int style, RoceResult result, ToDoubleFunction<RoceResult.Point> value) {
        return new Curve(
                name,
                style,
                result.points().stream()
                        .map(it -> new Curve.Point(it.atNs() / 1e9, value.applyAsDouble(it)))
                        .toList());
    }
}
