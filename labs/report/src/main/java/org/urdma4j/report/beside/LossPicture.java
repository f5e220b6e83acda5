package org.urdma4j.report.beside;

import org.urdma4j.measure.beside.Contender;
import org.urdma4j.measure.beside.LossSweep;
import org.urdma4j.report.chart.Axis;
import org.urdma4j.report.chart.Mark;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.Svg;
import org.urdma4j.report.matrix.Labels;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Goodput over loss as an SVG file of its own: a curve for each contender, losses side by side. */
public final class LossPicture {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 330;
    private static final int LEFT = 60;
    private static final int RIGHT = 150;
    private static final int TOP = 40;
    private static final int BOTTOM = 52;
    private static final int DROP = 5;
    private static final int LEGEND_STEP = 24;
    private static final double GIGA = 1e9;
    private static final int Y_MARKS = 5;

    private static final String STYLE =
            "text{font:14px system-ui,sans-serif;fill:#222}.axis{stroke:#333}.grid{stroke:#ddd}"
                    + ".curve{fill:none;stroke-width:2.5}.c0{stroke:#08519c}.c1{stroke:#b35806;"
                    + "stroke-dasharray:7 4}.c2{stroke:#2d7a2c;stroke-dasharray:2 3}"
                    + ".c3{stroke:#b2182b;stroke-dasharray:10 3}.mark{stroke-dasharray:none;"
                    + "fill:currentColor}.mark.c0{fill:#08519c}.mark.c1{fill:#b35806}"
                    + ".mark.c2{fill:#2d7a2c}.mark.c3{fill:#b2182b}.page{fill:#fff}";

    private final LossSweep sweep;
    private final List<List<Optional<Double>>> rows;
    private final Axis y;
    private final Svg svg = new Svg();

    private LossPicture(LossSweep sweep, List<List<Optional<Double>>> rows) {
        this.sweep = sweep;
        this.rows = rows;
        y = Axis.fromZero(sweep.rateBps() / GIGA, Y_MARKS);
    }

    /** Returns it; what has not run has no point. */
    public static String of(LossSweep sweep, List<List<Optional<Double>>> rows) {
        return new LossPicture(sweep, rows).draw();
    }

    private String draw() {
        String title =
                "Goodput over loss: %s Gbit/s, round trip %s"
                        .formatted(
                                Numbers.plain(sweep.rateBps() / GIGA), Labels.rtt(sweep.rttNs()));
        svg.openFile(WIDTH, HEIGHT, title, STYLE);
        svg.bar(0, 0, WIDTH, HEIGHT, "page", title);
        svg.label(LEFT, TOP - 18, "start", title);
        for (double mark : y.marks()) {
            svg.line(LEFT, py(mark), WIDTH - RIGHT, py(mark), mark == 0 ? "axis" : "grid");
            svg.label(LEFT - 8, py(mark) + DROP, "end", Numbers.plain(mark));
        }
        for (int i = 0; i < sweep.losses().size(); i++) {
            svg.label(px(i), HEIGHT - BOTTOM + 20, "middle", Labels.loss(sweep.losses().get(i)));
        }
        svg.label((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8, "middle", "packets lost on the way");
        svg.label(8, TOP - 18, "start", "Gbit/s");
        for (Contender contender : Contender.values()) {
            curve(contender);
        }
        svg.close();
        return svg.toString();
    }

    private void curve(Contender contender) {
        int style = contender.ordinal();
        List<Optional<Double>> row = rows.get(style);
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            if (row.get(i).isPresent()) {
                path.append(
                        String.format(
                                Locale.ROOT,
                                "%s%.1f %.1f",
                                i == 0 || row.get(i - 1).isEmpty() ? "M" : "L",
                                px(i),
                                py(row.get(i).get() / GIGA)));
            }
        }
        svg.path(path.toString(), "curve c" + style);
        for (int i = 0; i < row.size(); i++) {
            if (row.get(i).isPresent()) {
                double value = row.get(i).get() / GIGA;
                svg.path(
                        Mark.path(style, px(i), py(value)),
                        "mark c" + style,
                        "%s at %s: %s Gbit/s"
                                .formatted(
                                        contender.label(),
                                        Labels.loss(sweep.losses().get(i)),
                                        Numbers.fixed(value, 3)));
            }
        }
        double at = TOP + LEGEND_STEP * style + 10.0;
        double left = WIDTH - RIGHT + 12.0;
        svg.line(left, at, left + 20, at, "curve c" + style);
        svg.label(left + 26, at + DROP, "start", contender.label());
    }

    private double px(int loss) {
        double step = (WIDTH - RIGHT - LEFT) / (double) sweep.losses().size();
        return LEFT + step * (loss + 0.5);
    }

    private double py(double gigabits) {
        return HEIGHT - BOTTOM - y.place(gigabits) * (HEIGHT - BOTTOM - TOP);
    }
}
