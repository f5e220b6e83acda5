package org.urdma4j.report.matrix;

import org.urdma4j.measure.matrix.MatrixResult;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.Svg;

/**
 * Figure 8 of the paper for one profile: steady goodput over the round trip, a bar for each loss,
 * and a mark where the bound is.
 */
final class Figure {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 360;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 40;
    private static final int BOTTOM = 50;
    private static final int TICKS = 5;

    /** The share of a group's width that its bars take. */
    private static final double FILLED = 0.82;

    private static final int LEGEND_BOX = 12;
    private static final int LEGEND_GAP = 20;

    /** A digit or small letter, at most. */
    private static final double LETTER = 8;

    private final MatrixResult matrix;
    private final int profile;
    private final double topBps;
    private final Svg svg = new Svg();

    private Figure(MatrixResult matrix, int profile) {
        this.matrix = matrix;
        this.profile = profile;
        this.topBps = matrix.results().getFirst().options().rateBps();
    }

    /** Draws the profile with this place in the grid. */
    static String of(MatrixResult matrix, int profile) {
        return new Figure(matrix, profile).draw();
    }

    private String draw() {
        String name = Labels.profile(matrix.grid().profiles().get(profile));
        svg.open(WIDTH, HEIGHT, "Steady goodput of " + name + " over the round trip, by loss");
        axes();
        int groups = matrix.grid().rttsNs().size();
        for (int i = 0; i < groups; i++) {
            group(i, (double) (WIDTH - LEFT - RIGHT) / groups);
        }
        legend();
        svg.close();
        return svg.toString();
    }

    private void axes() {
        for (int i = 0; i <= TICKS; i++) {
            double bps = topBps * i / TICKS;
            svg.line(LEFT, y(bps), WIDTH - RIGHT, y(bps), i == 0 ? "axis" : "grid");
            svg.label(LEFT - 8, y(bps) + 4, "end", Labels.plain(bps / 1e9));
        }
        svg.label(LEFT - 8, TOP - 16, "end", "Gbit/s");
        svg.label((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8, "middle", "round-trip time");
    }

    private void group(int rtt, double width) {
        double left = LEFT + rtt * width;
        svg.label(
                left + width / 2,
                HEIGHT - BOTTOM + 18,
                "middle",
                Labels.rtt(matrix.grid().rttsNs().get(rtt)));
        int losses = matrix.grid().losses().size();
        double bar = width * FILLED / losses;
        for (int i = 0; i < losses; i++) {
            double x = left + width * (1 - FILLED) / 2 + i * bar;
            int loss = i;
            matrix.at(profile, rtt, i).ifPresent(result -> bar(result, x, bar, loss));
        }
    }

    private void bar(SimResult result, double x, double width, int loss) {
        double bps = result.all().goodputSteadyBps();
        double shown = Double.isNaN(bps) ? 0 : Math.min(bps, topBps);
        String tip =
                "%s, loss %s: %s Gbit/s, %s of the bound"
                        .formatted(
                                Labels.rtt(result.options().rttNs()),
                                Labels.loss(result.options().loss()),
                                Labels.gigabits(bps),
                                Numbers.percent(result.shareOfBound()));
        svg.bar(x + 1, y(shown), width - 2, Math.max(0.5, y(0) - y(shown)), "loss" + loss, tip);
        double bound = y(result.all().boundBps());
        svg.line(x + 1, bound, x + width - 1, bound, "bound");
    }

    private void legend() {
        int losses = matrix.grid().losses().size();
        double x = LEFT;
        for (int i = 0; i < losses; i++) {
            String name = "loss " + Labels.loss(matrix.grid().losses().get(i));
            svg.bar(x, TOP - 34, LEGEND_BOX, LEGEND_BOX, "loss" + i, name);
            svg.label(x + LEGEND_BOX + 5, TOP - 24, "start", name);
            x += LEGEND_BOX + 5 + LETTER * name.length() + LEGEND_GAP;
        }
        svg.line(x, TOP - 28, x + LEGEND_BOX + 4, TOP - 28, "bound");
        svg.label(x + LEGEND_BOX + 9, TOP - 24, "start", "bound");
    }

    private static double y(double bps, double topBps) {
        return HEIGHT - BOTTOM - bps / topBps * (HEIGHT - BOTTOM - TOP);
    }

    private double y(double bps) {
        return y(bps, topBps);
    }
}
