package org.urdma4j.report.chart;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A picture of some curves over the same time, with its title and legend. */
public final class LineChart {
    private static final int WIDTH = 560;
    private static final int HEIGHT = 270;
    private static final int LEFT = 58;
    private static final int RIGHT = 16;
    private static final int TOP = 28;
    private static final int BOTTOM = 46;
    private static final int TEXT_DROP = 5;
    private static final int Y_MARKS = 5;
    private static final int X_MARKS = 8;

    /** More points than this have no marks: they would run into each other. */
    private static final int MOST_MARKED = 60;

    private final String title;
    private final List<Curve> curves;
    private final Quantity.Unit unit;
    private final Axis x;
    private final Axis y;
    private final double omittedUntil;
    private final Svg svg = new Svg();

    /**
     * Prepares a chart.
     *
     * @param time seconds, what all charts of the page have below
     * @param omittedUntil seconds; what is before is shown as not counted
     */
    public LineChart(
            String title, Quantity quantity, List<Curve> curves, Axis time, double omittedUntil) {
        this.title = title;
        this.curves = List.copyOf(curves);
        double most = curves.stream().flatMapToDouble(Curve::measured).max().orElse(0);
        this.unit = quantity.unit(most);
        this.x = time;
        this.y = Axis.fromZero(most / unit.size(), Y_MARKS);
        this.omittedUntil = omittedUntil;
    }

    /** Returns an axis of time for charts of such seconds. */
    public static Axis time(double from, double to) {
        return Axis.between(from, to, X_MARKS);
    }

    public String draw() {
        svg.open(WIDTH, HEIGHT, alternative());
        omitted();
        axes();
        for (Curve curve : curves) {
            draw(curve);
        }
        if (curves.stream().flatMapToDouble(Curve::measured).findAny().isEmpty()) {
            svg.label(px(x.from() + (x.to() - x.from()) / 2), HEIGHT / 2.0, "middle", "no data");
        }
        svg.close();
        return "<figure>\n<figcaption><strong>%s</strong>%s</figcaption>\n%s</figure>\n"
                .formatted(Markup.escape(title), Legend.of(curves), svg);
    }

    /** What the picture says, for those who can't see it. */
    private String alternative() {
        return title
                + " over time. "
                + curves.stream().map(this::alternative).collect(Collectors.joining(" "));
    }

    private String alternative(Curve curve) {
        var all = curve.measured().summaryStatistics();
        if (all.getCount() == 0) {
            return curve.name() + ": not measured.";
        }
        return "%s: %s to %s, on average %s."
                .formatted(
                        curve.name(),
                        unit.show(all.getMin()),
                        unit.show(all.getMax()),
                        unit.show(all.getAverage()));
    }

    private void omitted() {
        double width = px(omittedUntil) - LEFT;
        if (width > 0) {
            svg.bar(LEFT, TOP, width, HEIGHT - BOTTOM - TOP, "omitted", "not counted");
            svg.label(WIDTH - RIGHT, TOP - 12, "end", "shaded: not counted");
        }
    }

    private void axes() {
        for (double mark : y.marks()) {
            double at = HEIGHT - BOTTOM - y.place(mark) * (HEIGHT - BOTTOM - TOP);
            svg.line(LEFT, at, WIDTH - RIGHT, at, mark == 0 ? "axis" : "grid");
            svg.label(LEFT - 8, at + TEXT_DROP, "end", Numbers.plain(mark));
        }
        svg.label(LEFT - 50, TOP - 12, "start", unit.name());
        for (double mark : x.marks()) {
            svg.line(px(mark), HEIGHT - BOTTOM, px(mark), HEIGHT - BOTTOM + 5, "axis");
            svg.label(px(mark), HEIGHT - BOTTOM + 20, "middle", Numbers.plain(mark));
        }
        svg.label((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 6, "middle", "seconds");
    }

    private void draw(Curve curve) {
        StringBuilder path = new StringBuilder();
        boolean gap = true;
        for (Curve.Point point : curve.points()) {
            if (Double.isFinite(point.value())) {
                path.append(
                        String.format(
                                Locale.ROOT,
                                "%s%.1f %.1f",
                                gap ? "M" : "L",
                                px(point.seconds()),
                                py(point.value())));
                gap = false;
            } else {
                gap = true;
            }
        }
        if (!path.isEmpty()) {
            svg.path(path.toString(), "curve c" + curve.style());
        }
        if (curve.points().size() <= MOST_MARKED) {
            marks(curve);
        }
    }

    private void marks(Curve curve) {
        for (Curve.Point point : curve.points()) {
            if (Double.isFinite(point.value())) {
                svg.path(
                        Mark.path(curve.style(), px(point.seconds()), py(point.value())),
                        "mark c" + curve.style(),
                        "%s at %s s: %s"
                                .formatted(
                                        curve.name(),
                                        Numbers.plain(point.seconds()),
                                        unit.show(point.value())));
            }
        }
    }

    private double px(double seconds) {
        return LEFT + x.place(seconds) * (WIDTH - LEFT - RIGHT);
    }

    private double py(double value) {
        return HEIGHT - BOTTOM - y.place(value / unit.size()) * (HEIGHT - BOTTOM - TOP);
    }
}
