package org.urdma4j.report.evaluation;

import org.urdma4j.measure.evaluation.EvaluationCell;
import org.urdma4j.measure.evaluation.ScenarioResult;
import org.urdma4j.measure.evaluation.ScenarioRun;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.Svg;

import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A dot for each run: the share of who is judged over a property of the cell, both logarithmic.
 *
 * @param name of the property, with its unit
 * @param of its value, above 0
 */
record ShareChart(String name, ToDoubleFunction<EvaluationCell> of) {
    private static final int WIDTH = 360;
    private static final int HEIGHT = 260;
    private static final int LEFT = 44;
    private static final int RIGHT = 12;
    private static final int TOP = 12;
    private static final int BOTTOM = 44;
    private static final double LEAST = 0.01;
    private static final double MOST = 20;
    private static final double[] MARKS = {0.01, 0.1, 0.5, 1, 2, 10};

    String draw(ScenarioResult result) {
        double least = Double.MAX_VALUE;
        double most = 0;
        for (ScenarioRun run : result.runs()) {
            least = Math.min(least, of.applyAsDouble(run.cell()));
            most = Math.max(most, of.applyAsDouble(run.cell()));
        }
        double from = Math.floor(Math.log10(least));
        double to = Math.max(from + 1, Math.ceil(Math.log10(most)));
        Svg svg = new Svg();
        svg.open(WIDTH, HEIGHT, "share of the fair share over " + name);
        for (double mark : MARKS) {
            String style = mark == 0.5 || mark == 2 ? "bound" : "grid";
            svg.line(LEFT, y(mark), WIDTH - RIGHT, y(mark), style);
            svg.label(LEFT - 6, y(mark) + 5, "end", Numbers.plain(mark));
        }
        for (double power = from; power <= to; power++) {
            double x = x(power, from, to);
            svg.line(x, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 5, "axis");
            svg.label(x, HEIGHT - BOTTOM + 20, "middle", Numbers.plain(Math.pow(10, power)));
        }
        svg.label((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 6, "middle", name);
        for (ScenarioRun run : result.runs()) {
            dot(svg, run, x(Math.log10(of.applyAsDouble(run.cell())), from, to));
        }
        svg.close();
        return svg.toString();
    }

    private static void dot(Svg svg, ScenarioRun run, double x) {
        svg.path(
                String.format(
                        Locale.ROOT,
                        "M%.1f %.1fm-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0",
                        x,
                        y(run.finding().share())),
                run.met() ? "met" : "unmet",
                "seed %d: %s: %s"
                        .formatted(
                                run.seed(),
                                EvaluationLabels.cell(run.cell()),
                                EvaluationLabels.shares(run)));
    }

    private static double x(double power, double from, double to) {
        return LEFT + (power - from) / (to - from) * (WIDTH - LEFT - RIGHT);
    }

    private static double y(double share) {
        double place = Math.log(Math.clamp(share, LEAST, MOST) / LEAST) / Math.log(MOST / LEAST);
        return HEIGHT - BOTTOM - place * (HEIGHT - BOTTOM - TOP);
    }
}
