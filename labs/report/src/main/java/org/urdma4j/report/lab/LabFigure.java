package org.urdma4j.report.lab;

import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.LabResults;
import org.urdma4j.lab.Mix;
import org.urdma4j.lab.Spread;
import org.urdma4j.report.chart.BarChart;
import org.urdma4j.report.chart.Numbers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The paper's figure 8 for paths of one rate and MTU: the median goodput over RTT and loss, a bar
 * for each protocol with its range, and a mark where the selective-repeat bound is.
 */
final class LabFigure {
    private LabFigure() {}

    /** Draws these cells, which have rate and MTU in common. */
    static String of(LabResults results, List<LabCell> cells) {
        List<Mix> mixes = results.plan().mixes();
        return BarChart.draw(
                "Goodput over RTT and loss at " + LabNames.link(cells.getFirst()),
                "Gbit/s",
                cells.getFirst().rateBps() / 1e9,
                "flow",
                mixes.stream().map(Mix::name).toList(),
                cells.stream().map(cell -> group(results, cell, mixes)).toList());
    }

    private static BarChart.Group group(LabResults results, LabCell cell, List<Mix> mixes) {
        List<Optional<BarChart.Bar>> bars = new ArrayList<>();
        for (Mix mix : mixes) {
            bars.add(Optional.of(bar(results, cell, mix)));
        }
        return new BarChart.Group(
                List.of("RTT " + LabNames.rtt(cell), "loss " + LabNames.loss(cell)), bars);
    }

    private static BarChart.Bar bar(LabResults results, LabCell cell, Mix mix) {
        Spread goodput = results.goodput(cell, mix);
        double bound = cell.boundBps() / 1e9;
        if (goodput.count() == 0) {
            return new BarChart.Bar(Double.NaN, bound, mix.name());
        }
        String tip =
                "%s, %s: %s Gbit/s, %s of the bound"
                        .formatted(
                                mix.name(),
                                LabNames.path(cell),
                                LabNames.gigabits(goodput),
                                Numbers.percent(goodput.median() / cell.boundBps()));
        return new BarChart.Bar(
                goodput.median() / 1e9, goodput.least() / 1e9, goodput.most() / 1e9, bound, tip);
    }
}
