package org.urdma4j.report.fabric;

import org.urdma4j.leafspine.run.FabricResult;
import org.urdma4j.leafspine.run.Scheme;
import org.urdma4j.measure.fabric.FabricCell;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.Svg;

import java.util.List;
import java.util.Locale;

/** Times over sizes, both on scales of powers: a curve for each scheme, and the ideal. */
final class FabricChart {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 420;
    private static final int LEFT = 70;
    private static final int RIGHT = 210;
    private static final int TOP = 40;
    private static final int BOTTOM = 50;
    private static final int LINE = 20;
    private static final int DOT = 6;

    private final String title;
    private final List<Scheme> schemes;
    private final List<FabricCell> cells;
    private final Svg svg = new Svg();
    private final int low;
    private final int high;
    private final double least;
    private final double most;

    /**
     * @param cells of one pattern and shape
     */
    FabricChart(String title, List<FabricCell> cells) {
        this.title = title;
        this.cells = List.copyOf(cells);
        this.schemes = cells.stream().map(it -> it.options().scheme()).distinct().toList();
        var sizes = cells.stream().mapToLong(it -> it.options().bytes()).summaryStatistics();
        least = Math.log((double) sizes.getMin());
        most = Math.log((double) Math.max(sizes.getMax(), 2 * sizes.getMin()));
        low = (int) Math.floor(cells.stream().mapToDouble(FabricChart::ideal).min().orElse(0));
        double top =
                cells.stream()
                        .map(FabricCell::median)
                        .filter(FabricResult::isOver)
                        .mapToDouble(it -> Math.log10(it.jctMs()))
                        .max()
                        .orElse(low + 1);
        high = Math.max(low + 1, (int) Math.ceil(top));
    }

    private static double ideal(FabricCell cell) {
        return Math.log10(cell.median().idealMs());
    }

    String draw() {
        svg.open(WIDTH, HEIGHT, title);
        for (int power = low; power <= high; power++) {
            svg.line(LEFT, y(power), WIDTH - RIGHT, y(power), power == low ? "axis" : "grid");
            svg.label(LEFT - 8, y(power) + 4, "end", Numbers.plain(Math.pow(10, power)));
        }
        svg.label(LEFT - 8, TOP - 16, "end", "ms");
        cells.stream()
                .mapToLong(it -> it.options().bytes())
                .distinct()
                .forEach(size -> svg.label(x(size), HEIGHT - 20, "middle", FabricHtml.size(size)));
        for (int i = 0; i < schemes.size(); i++) {
            curve(i);
        }
        idealCurve();
        svg.close();
        return svg.toString();
    }

    private void curve(int at) {
        Scheme scheme = schemes.get(at);
        StringBuilder path = new StringBuilder();
        for (FabricCell cell : of(scheme)) {
            FabricResult run = cell.median();
            if (run.isOver()) {
                add(path, run.options().bytes(), Math.log10(run.jctMs()));
                String tip =
                        "%s, %s: %s ms"
                                .formatted(
                                        scheme.label(),
                                        FabricHtml.size(run.options().bytes()),
                                        Numbers.brief(run.jctMs()));
                double middle = y(Math.log10(run.jctMs())) - DOT / 2.0;
                svg.bar(x(run.options().bytes()) - DOT / 2.0, middle, DOT, DOT, "scheme" + at, tip);
            }
        }
        svg.path(path.toString(), "line line" + at);
        double legend = TOP + LINE * at;
        svg.bar(WIDTH - RIGHT + 12, legend - 9, 12, 12, "scheme" + at, scheme.label());
        svg.label(WIDTH - RIGHT + 30, legend + 2, "start", scheme.label());
    }

    private void idealCurve() {
        StringBuilder path = new StringBuilder();
        for (FabricCell cell : of(schemes.getFirst())) {
            add(path, cell.options().bytes(), ideal(cell));
        }
        svg.path(path.toString(), "line bound");
        double legend = TOP + LINE * schemes.size();
        svg.line(WIDTH - RIGHT + 10, legend - 3, WIDTH - RIGHT + 26, legend - 3, "bound");
        svg.label(WIDTH - RIGHT + 30, legend + 2, "start", "ideal");
    }

    private List<FabricCell> of(Scheme scheme) {
        return cells.stream().filter(it -> it.options().scheme().equals(scheme)).toList();
    }

    private void add(StringBuilder path, long size, double power) {
        path.append(
                String.format(
                        Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x(size), y(power)));
    }

    private double x(long size) {
        return LEFT
                + 20
                + (Math.log((double) size) - least) / (most - least) * (WIDTH - LEFT - RIGHT - 40);
    }

    private double y(double power) {
        return HEIGHT - BOTTOM - (power - low) / (high - low) * (HEIGHT - BOTTOM - TOP);
    }
}
