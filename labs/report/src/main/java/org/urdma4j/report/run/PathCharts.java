package org.urdma4j.report.run;

import org.urdma4j.report.chart.Axis;
import org.urdma4j.report.chart.Curve;
import org.urdma4j.report.chart.LineChart;
import org.urdma4j.report.chart.Quantity;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** Pictures of what each path of a run did: how much came over it, and how long it is. */
final class PathCharts {
    private PathCharts() {}

    /** Returns the pictures as HTML, nothing for a run with one path. */
    static String of(Run run, Axis time, double omittedUntil) {
        Set<String> names = new TreeSet<>();
        run.samples().forEach(sample -> names.addAll(sample.paths().keySet()));
        if (names.isEmpty()) {
            return "";
        }
        List<Curve> rates = curves(run, names, false, PathSample::goodputBps);
        List<Curve> roundTrips = curves(run, names, true, PathSample::rttMs);
        return new LineChart("Each path", Quantity.RATE, rates, time, omittedUntil).draw()
                + new LineChart(
                                "Round-trip time of each path",
                                Quantity.TIME,
                                roundTrips,
                                time,
                                omittedUntil)
                        .draw();
    }

    /**
     * @param atEnd whether a figure was read at the end of its interval; else it is a mean
     */
    private static List<Curve> curves(
            Run run, Set<String> names, boolean atEnd, ToDoubleFunction<PathSample> figure) {
        List<Curve> curves = new ArrayList<>();
        for (String name : names) {
            List<Curve.Point> points = new ArrayList<>();
            for (Sample sample : run.samples()) {
                PathSample path = sample.paths().get(name);
                points.add(
                        new Curve.Point(
                                atEnd ? sample.end() : sample.middle(),
                                path == null ? Double.NaN : figure.applyAsDouble(path)));
            }
            curves.add(new Curve(name, curves.size(), points));
        }
        return curves;
    }
}
