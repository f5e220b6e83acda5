package org.urdma4j.report.chart;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A line of a chart.
 *
 * @param name in the legend
 * @param style 0 for the first colour, dashes and marks, and so on
 * @param points in the order of time
 */
public record Curve(String name, int style, List<Point> points) {
    /** How many styles differ; the next one is like the first. */
    static final int STYLES = 6;

    /**
     * A value.
     *
     * @param seconds since the run began
     * @param value NaN if it was not measured
     */
    public record Point(double seconds, double value) {}

    public Curve {
        points = List.copyOf(points);
        style = style % STYLES;
    }

    public DoubleStream measured() {
        return points.stream().mapToDouble(Point::value).filter(Double::isFinite);
    }
}
