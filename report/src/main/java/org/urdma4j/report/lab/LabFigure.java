package org.urdma4j.report.lab;

import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.LabResults;
import org.urdma4j.lab.Mix;
import org.urdma4j.lab.Spread;
import org.urdma4j.report.chart.Axis;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.Svg;

import java.util.List;

/**
 * The paper's figure 8 for paths of one rate and MTU: the median goodput over RTT and loss, a bar
 * for each protocol with its range, and a mark where the selective-repeat bound is.
 */
final class LabFigure {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 380;
    private static final int LEFT = 60;
    private static final int RIGHT = 15;
    private static final int TOP = 45;
    private static final int BOTTOM = 60;
    private static final int MARKS = 5;

    /** The share of a group's width that its bars take. */
    private static final double FILLED = 0.8;

    private static final int LEGEND_BOX = 12;
    private static final int LEGEND_GAP = 30;
    private static final int LETTER = 8;

    private final LabResults results;
    private final List<LabCell> cells;
    private final List<Mix> mixes;
    private final Axis axis;
    private final Svg svg = new Svg();

    private LabFigure(LabResults results, List<LabCell> cells) {
        this.results = results;
        this.cells = cells;
        this.mixes = results.plan().mixes();
        this.axis = Axis.fromZero(cells.getFirst().rateBps() / 1e9, MARKS);
    }

    /** Draws these cells, which have rate and MTU in common. */
    static String of(LabResults results, List<LabCell> cells) {
        return new LabFigure(results, cells).draw();
    }

    private String draw() {
        svg.open(WIDTH, HEIGHT, "Goodput over RTT and loss at " + LabNames.link(cells.getFirst()));
        for (double mark : axis.marks()) {
            svg.line(LEFT, y(mark), WIDTH - RIGHT, y(mark), mark == 0 ? "axis" : "grid");
            svg.label(LEFT - 8, y(mark) + 4, "end", Numbers.plain(mark));
        }
        svg.label(LEFT - 8, TOP - 18, "end", "Gbit/s");
        double width = (double) (WIDTH - LEFT - RIGHT) / cells.size();
        for (int i = 0; i < cells.size(); i++) {
            group(cells.get(i), LEFT + i * width, width);
        }
        legend();
        svg.close();
        return svg.toString();
    }

    private void group(LabCell cell, double left, double width) {
        double middle = left + width / 2;
        svg.label(middle, HEIGHT - BOTTOM + 20, "middle", "RTT " + LabNames.rtt(cell));
        svg.label(middle, HEIGHT - BOTTOM + 38, "middle", "loss " + LabNames.loss(cell));
        double bar = width * FILLED / mixes.size();
        double first = left + width * (1 - FILLED) / 2;
        for (int i = 0; i < mixes.size(); i++) {
            bar(cell, i, first + i * bar, bar);
        }
        double bound = y(cell.boundBps() / 1e9);
        svg.line(first, bound, first + width * FILLED, bound, "bound");
    }

    private void bar(LabCell cell, int place, double x, double width) {
        Spread goodput = results.goodput(cell, mixes.get(place));
        if (goodput.count() == 0) {
            svg.label(x + width / 2, y(0) - 4, "middle", "×");
            return;
        }
        String tip =
                "%s, %s: %s Gbit/s, %s of the bound"
                        .formatted(
                                mixes.get(place).name(),
                                LabNames.path(cell),
                                LabNames.gigabits(goodput),
                                Numbers.percent(goodput.median() / cell.boundBps()));
        double top = y(goodput.median() / 1e9);
        svg.bar(x + 1, top, width - 2, Math.max(0.5, y(0) - top), "flow" + place, tip);
        double middle = x + width / 2;
        svg.line(middle, y(goodput.least() / 1e9), middle, y(goodput.most() / 1e9), "range");
    }

    private void legend() {
        double x = LEFT;
        for (int i = 0; i < mixes.size(); i++) {
            String name = mixes.get(i).name();
            svg.bar(x, TOP - 38, LEGEND_BOX, LEGEND_BOX, "flow" + i, name);
            svg.label(x + LEGEND_BOX + 5, TOP - 28, "start", name);
            x += LEGEND_BOX + LEGEND_GAP + LETTER * name.length();
        }
        svg.line(x, TOP - 32, x + LEGEND_BOX + 4, TOP - 32, "bound");
        svg.label(x + LEGEND_BOX + 9, TOP - 28, "start", "bound");
    }

    private double y(double gigabits) {
        return HEIGHT - BOTTOM - axis.place(gigabits) * (HEIGHT - BOTTOM - TOP);
    }
}
