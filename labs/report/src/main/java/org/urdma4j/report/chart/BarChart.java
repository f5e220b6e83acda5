package org.urdma4j.report.chart;

import java.util.List;
import java.util.Optional;

/**
 * A picture of groups of bars, such as goodput over paths with a bar for each protocol: each with
 * its range and a mark where its bound is, if it has them, and a legend.
 */
public final class BarChart {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 380;
    private static final int LEFT = 70;
    private static final int RIGHT = 15;
    private static final int TOP = 45;
    private static final int BOTTOM = 60;
    private static final int MARKS = 5;

    /** The share of a group's width that its bars take. */
    private static final double FILLED = 0.8;

    /** What a page has for all its figures. */
    private static final String FILE_RULES =
            """
            text { font: 14px sans-serif; fill: #222; } .ground { fill: #fff; }
            .axis { stroke: #333; } .grid { stroke: #ddd; }
            .bound { stroke: #c22; stroke-width: 2; }
            """;

    private static final int LEGEND_BOX = 12;
    private static final int LEGEND_GAP = 25;

    /** A digit or small letter, at most. */
    private static final int LETTER = 8;

    private final String unit;
    private final String style;
    private final List<String> kinds;
    private final Axis axis;
    private final Svg svg = new Svg();

    /**
     * A bar; all in the unit of the chart.
     *
     * @param value its height; NaN: nothing was measured, which is marked
     * @param least where its range begins
     * @param most where its range ends; no more than {@code least}: it has none
     * @param bound what it may at most be
     * @param tip what is said under the pointer
     */
    public record Bar(double value, double least, double most, double bound, String tip) {
        /** A bar without a range. */
        public Bar(double value, double bound, String tip) {
            this(value, value, value, bound, tip);
        }
    }

    /**
     * A group of bars.
     *
     * @param labels the lines below it
     * @param bars one for each kind, or nothing where there is none
     */
    public record Group(List<String> labels, List<Optional<Bar>> bars) {
        public Group {
            labels = List.copyOf(labels);
            bars = List.copyOf(bars);
        }
    }

    private BarChart(String unit, double top, String style, List<String> kinds) {
        this.unit = unit;
        this.style = style;
        this.kinds = kinds;
        this.axis = Axis.fromZero(top, MARKS);
    }

    /**
     * Draws a chart.
     *
     * @param title what one is told who can't see it
     * @param top the highest value that the axis shows; higher bars end there
     * @param style the class of a bar, in front of the number of its kind
     * @param kinds the legend
     */
    public static String draw(
            String title,
            String unit,
            double top,
            String style,
            List<String> kinds,
            List<Group> groups) {
        BarChart chart = new BarChart(unit, top, style, List.copyOf(kinds));
        chart.svg.open(WIDTH, HEIGHT, title);
        return chart.draw(groups);
    }

    /**
     * Draws the same as a file of its own, readable on any ground.
     *
     * @param rules its style sheet: the bars' colours and what else the page would bring along
     */
    public static String file(
            String title,
            String unit,
            double top,
            String style,
            List<String> kinds,
            List<Group> groups,
            String rules) {
        BarChart chart = new BarChart(unit, top, style, List.copyOf(kinds));
        chart.svg.openFile(WIDTH, HEIGHT, title, FILE_RULES + rules);
        chart.svg.bar(0, 0, WIDTH, HEIGHT, "ground", title);
        return chart.draw(groups);
    }

    private String draw(List<Group> groups) {
        for (double mark : axis.marks()) {
            svg.line(LEFT, y(mark), WIDTH - RIGHT, y(mark), mark == 0 ? "axis" : "grid");
            svg.label(LEFT - 8, y(mark) + 4, "end", Numbers.plain(mark));
        }
        svg.label(LEFT - 8, TOP - 18, "end", unit);
        double width = (double) (WIDTH - LEFT - RIGHT) / groups.size();
        for (int i = 0; i < groups.size(); i++) {
            draw(groups.get(i), LEFT + i * width, width);
        }
        legend();
        svg.close();
        return svg.toString();
    }

    private void draw(Group group, double left, double width) {
        double below = HEIGHT - BOTTOM + 20;
        for (String label : group.labels()) {
            svg.label(left + width / 2, below, "middle", label);
            below += 18;
        }
        double bar = width * FILLED / kinds.size();
        double first = left + width * (1 - FILLED) / 2;
        for (int i = 0; i < group.bars().size(); i++) {
            int kind = i;
            group.bars().get(i).ifPresent(it -> draw(it, kind, first + kind * bar, bar));
        }
    }

    private void draw(Bar bar, int kind, double x, double width) {
        double middle = x + width / 2;
        if (Double.isNaN(bar.value())) {
            svg.label(middle, y(0) - 4, "middle", "×");
        } else {
            double top = y(bar.value());
            double height = Math.max(0.5, y(0) - top);
            svg.bar(x + 1, top, width - 2, height, style + kind, bar.tip());
            if (bar.most() > bar.least()) {
                svg.line(middle, y(bar.least()), middle, y(bar.most()), "range");
            }
        }
        svg.line(x, y(bar.bound()), x + width, y(bar.bound()), "bound");
    }

    private void legend() {
        double x = LEFT;
        for (int i = 0; i < kinds.size(); i++) {
            String name = kinds.get(i);
            svg.bar(x, TOP - 38, LEGEND_BOX, LEGEND_BOX, style + i, name);
            svg.label(x + LEGEND_BOX + 5, TOP - 28, "start", name);
            x += LEGEND_BOX + LEGEND_GAP + LETTER * name.length();
        }
        svg.line(x, TOP - 32, x + LEGEND_BOX + 4, TOP - 32, "bound");
        svg.label(x + LEGEND_BOX + 9, TOP - 28, "start", "bound");
    }

    private double y(double value) {
        double place = axis.place(Math.min(value, axis.to()));
        return HEIGHT - BOTTOM - place * (HEIGHT - BOTTOM - TOP);
    }
}
