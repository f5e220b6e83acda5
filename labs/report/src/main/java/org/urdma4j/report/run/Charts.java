package org.urdma4j.report.run;

import org.urdma4j.report.chart.Axis;
import org.urdma4j.report.chart.Curve;
import org.urdma4j.report.chart.LineChart;
import org.urdma4j.report.chart.Quantity;

import java.util.ArrayList;
import java.util.List;

/**
 * The pictures of a page: throughput, round trip, what is in flight, loss. One run has several
 * figures in a picture, and two pictures of its paths if it has several; several runs one of each.
 */
final class Charts {
    private final List<Run> runs;
    private final Axis time;
    private final double omittedUntil;
    private final StringBuilder html = new StringBuilder();

    private Charts(List<Run> runs) {
        this.runs = runs;
        double from = samples().stream().mapToDouble(Sample::start).min().orElse(0);
        double to = samples().stream().mapToDouble(Sample::end).max().orElse(1);
        this.time = LineChart.time(Math.min(0, from), to);
        this.omittedUntil =
                samples().stream()
                        .filter(Sample::omitted)
                        .mapToDouble(Sample::end)
                        .max()
                        .orElse(time.from());
    }

    static String of(List<Run> runs) {
        return new Charts(runs).draw();
    }

    private List<Sample> samples() {
        return runs.stream().flatMap(run -> run.samples().stream()).toList();
    }

    private String draw() {
        html.append("<div class=\"charts\">\n");
        averages("Throughput", Quantity.RATE, false, Metric.GOODPUT, Metric.WIRE);
        gauges("Round-trip time", Quantity.TIME, Metric.RTT, Metric.MIN_RTT, Metric.QUEUE);
        gauges("In flight", Quantity.SIZE, Metric.IN_FLIGHT);
        averages(
                "Sent again",
                Quantity.FREQUENCY,
                true,
                Metric.RETRANSMITTED,
                Metric.REPAIRED,
                Metric.SOCKET_DROPS);
        if (runs.size() == 1) {
            html.append(PathCharts.of(runs.getFirst(), time, omittedUntil));
        }
        return html.append("</div>\n").toString();
    }

    /** What happened during an interval stands in its middle. */
    private void averages(String title, Quantity quantity, boolean count, Metric... metrics) {
        add(
                title,
                quantity,
                metrics,
                (sample, metric) ->
                        new Curve.Point(
                                sample.middle(),
                                count ? sample.perSecond(metric) : sample.get(metric)));
    }

    /** What was read at the end of an interval stands there. */
    private void gauges(String title, Quantity quantity, Metric... metrics) {
        add(
                title,
                quantity,
                metrics,
                (sample, metric) -> new Curve.Point(sample.end(), sample.get(metric)));
    }

    private interface Reading {
        Curve.Point of(Sample sample, Metric metric);
    }

    private void add(String title, Quantity quantity, Metric[] metrics, Reading reading) {
        List<Curve> curves = new ArrayList<>();
        if (runs.size() > 1) {
            for (int i = 0; i < runs.size(); i++) {
                curves.add(curve(runs.get(i).name(), i, runs.get(i), metrics[0], reading));
            }
        } else {
            for (int i = 0; i < metrics.length; i++) {
                Curve curve = curve(metrics[i].title(), i, runs.getFirst(), metrics[i], reading);
                if (i == 0 || worthShowing(curve)) {
                    curves.add(curve);
                }
            }
        }
        html.append(new LineChart(title, quantity, curves, time, omittedUntil).draw());
    }

    private static Curve curve(String name, int style, Run run, Metric metric, Reading reading) {
        return new Curve(
                name,
                style,
                run.samples().stream().map(sample -> reading.of(sample, metric)).toList());
    }

    /** Beside the first, a figure that was never anything but zero says nothing. */
    private static boolean worthShowing(Curve curve) {
        return curve.measured().anyMatch(value -> value > 0);
    }
}
