package org.urdma4j.report.matrix;

import org.urdma4j.measure.sim.Beside;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.measure.sim.SimTrace;
import org.urdma4j.report.chart.Axis;
import org.urdma4j.report.chart.Curve;
import org.urdma4j.report.chart.LineChart;
import org.urdma4j.report.chart.Markup;
import org.urdma4j.report.chart.Quantity;
import org.urdma4j.report.chart.Svg;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The pictures of a trace: goodput, packets sent, queue, and what congestion control did. */
final class TraceCharts {
    /** Colours of states, in the order in which they come. */
    static final String CSS =
            """
            .state0 { fill: #c3ddf1; } .state1 { fill: #e08e45; } .state2 { fill: #08519c; }
            .state3 { fill: #7fb77e; } .state4 { fill: #b2182b; } .state5 { fill: #762a83; }
            .state6 { fill: #8c8c8c; } .state7 { fill: #d9b382; } .state8 { fill: #f781bf; }
            .state9 { fill: #17becf; } .state10 { fill: #a6d854; } .state11 { fill: #5b4636; }
            .state svg { width: 12px; height: 12px; margin-right: .3rem; }
            """;

    private static final String TITLE = "What congestion control does";
    private static final int STATES = 12;
    private static final int WIDTH = 560;
    private static final int LEFT = 58;
    private static final int RIGHT = 16;
    private static final int ROW = 22;
    private static final int BOX = 12;

    private final SimTrace trace;
    private final List<String> names = new ArrayList<>();
    private final Axis time;

    private TraceCharts(SimResult result) {
        trace = result.trace();
        int own = result.flows().size();
        for (int i = 0; i < own; i++) {
            names.add(Labels.profile(result.options().profile()) + (own > 1 ? " " + (i + 1) : ""));
        }
        List<Beside> beside = result.options().beside();
        for (int i = 0; i < beside.size(); i++) {
            names.add("beside " + (i + 1) + ", " + beside.get(i).name());
        }
        time = LineChart.time(0, result.elapsedNs() / 1e9);
    }

    static String of(SimResult result) {
        TraceCharts charts = new TraceCharts(result);
        return charts.lines("Goodput", Quantity.RATE, SimTrace.FlowPoint::goodputBps)
                + charts.states()
                + charts.lines(
                        "Packets sent, thousands a second",
                        Quantity.COUNT,
                        it -> it.sentPackets() / 1000)
                + charts.queue();
    }

    private String lines(
            String title, Quantity quantity, ToDoubleFunction<SimTrace.FlowPoint> value) {
        List<Curve> curves = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            int flow = i;
            curves.add(curve(names.get(i), i, it -> value.applyAsDouble(it.flows().get(flow))));
        }
        return new LineChart(title, quantity, curves, time, 0).draw();
    }

    private String queue() {
        List<Curve> curve = List.of(curve("queue", 0, it -> (double) it.queueBytes()));
        return new LineChart("Queue of the bottleneck", Quantity.SIZE, curve, time, 0).draw();
    }

    private Curve curve(String name, int style, ToDoubleFunction<SimTrace.Point> value) {
        return new Curve(
                name,
                style,
                trace.points().stream()
                        .map(it -> new Curve.Point(it.atNs() / 1e9, value.applyAsDouble(it)))
                        .toList());
    }

    /** A row for each flow, with a bar as long as it stays in a state. */
    private String states() {
        List<String> states =
                trace.points().stream()
                        .flatMap(it -> it.flows().stream())
                        .map(SimTrace.FlowPoint::state)
                        .filter(it -> !it.isEmpty())
                        .distinct()
                        .toList();
        Svg svg = new Svg();
        svg.open(WIDTH, names.size() * ROW + 8, TITLE + ": " + String.join(", ", states));
        for (int i = 0; i < names.size(); i++) {
            row(svg, i, states);
        }
        svg.close();
        return "<figure>\n<figcaption><strong>%s</strong>%s</figcaption>\n%s<p>%s</p></figure>\n"
                .formatted(TITLE, legend(states), svg, Markup.escape(phases()));
    }

    private static String legend(List<String> states) {
        StringBuilder legend = new StringBuilder("<span class=\"legend\">");
        for (int i = 0; i < states.size(); i++) {
            Svg box = new Svg();
            box.open(BOX, BOX, states.get(i));
            box.bar(0, 0, BOX, BOX, style(i), states.get(i));
            box.close();
            legend.append("<span class=\"state\">")
                    .append(box)
                    .append(Markup.escape(states.get(i)))
                    .append("</span>");
        }
        return legend.append("</span>").toString();
    }

    private static String style(int state) {
        return "state" + state % STATES;
    }

    private void row(Svg svg, int flow, List<String> states) {
        svg.label(LEFT - 8, flow * ROW + 16, "end", Integer.toString(flow + 1));
        List<SimTrace.Point> points = trace.points();
        for (int from = 0, to; from < points.size(); from = to) {
            to = endOf(from, flow);
            String state = state(from, flow);
            if (!state.isEmpty()) {
                double x = px((double) (points.get(from).atNs() - trace.stepNs()));
                svg.bar(
                        x,
                        flow * ROW + 4,
                        px((double) points.get(to - 1).atNs()) - x,
                        ROW - 6,
                        style(states.indexOf(state)),
                        "%s: %s from %s".formatted(names.get(flow), state, seconds(from)));
            }
        }
    }

    private int endOf(int from, int flow) {
        int to = from + 1;
        while (to < trace.points().size() && state(to, flow).equals(state(from, flow))) {
            to++;
        }
        return to;
    }

    private String state(int point, int flow) {
        return trace.points().get(point).flows().get(flow).state();
    }

    private String seconds(int point) {
        double ns = trace.points().get(point).atNs() - trace.stepNs();
        return String.format(Locale.ROOT, "%.3f s", Math.max(0, ns) / 1e9);
    }

    /** The first states of the first flow, in words. */
    private String phases() {
        List<String> phases = new ArrayList<>();
        for (int i = 0; i < trace.points().size() && phases.size() < 12; i = endOf(i, 0)) {
            phases.add(state(i, 0) + " from " + seconds(i));
        }
        return phases.stream().collect(Collectors.joining("; ", names.getFirst() + ": ", "."));
    }

    private double px(double ns) {
        return LEFT + time.place(ns / 1e9) * (WIDTH - LEFT - RIGHT);
    }
}
