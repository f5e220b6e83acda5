package org.urdma4j.report.fct;

import org.urdma4j.measure.fct.FctCell;
import org.urdma4j.measure.fct.FctResult;
import org.urdma4j.report.chart.BarChart;
import org.urdma4j.report.chart.Numbers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Bars of one figure of merit: a group for each delay and loss, a bar for each scheme. */
record FctChart(String title, String unit, ToDoubleFunction<FctResult> value, boolean isTime) {
    /** Beyond so many times the longest that no loss at all would take, bars are cut off. */
    private static final double CUT = 6;

    String draw(List<FctCell> cells) {
        List<String> schemes =
                cells.getFirst().results().stream()
                        .map(it -> it.options().scheme().label())
                        .toList();
        List<BarChart.Group> groups = new ArrayList<>();
        for (FctCell cell : cells) {
            groups.add(group(cell));
        }
        return BarChart.draw(title, unit, top(cells), "scheme", schemes, groups);
    }

    private double top(List<FctCell> cells) {
        if (!isTime) {
            return 100;
        }
        double most = 0;
        double lossless = 0;
        for (FctCell cell : cells) {
            lossless = Math.max(lossless, value.applyAsDouble(cell.lossless()));
            for (FctResult result : cell.results()) {
                most = Math.max(most, value.applyAsDouble(result));
            }
        }
        return Math.max(Math.min(most, CUT * lossless), Double.MIN_NORMAL);
    }

    private BarChart.Group group(FctCell cell) {
        List<Optional<BarChart.Bar>> bars = new ArrayList<>();
        double bound = isTime ? value.applyAsDouble(cell.lossless()) : 100;
        for (FctResult result : cell.results()) {
            bars.add(Optional.of(bar(result, bound)));
        }
        return new BarChart.Group(
                List.of(FctLabels.delay(cell.options()), FctLabels.loss(cell.options())), bars);
    }

    private BarChart.Bar bar(FctResult result, double bound) {
        double height = value.applyAsDouble(result);
        String tip =
                String.format(
                        Locale.ROOT,
                        "%s, %s, %s: %s %s%s",
                        result.options().scheme().label(),
                        FctLabels.delay(result.options()),
                        FctLabels.loss(result.options()),
                        Numbers.fixed(height, 3),
                        unit,
                        FctLabels.note(result));
        return new BarChart.Bar(height, bound, tip);
    }
}
