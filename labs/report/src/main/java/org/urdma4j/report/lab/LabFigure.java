package org.urdma4j.report.lab;

import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.LabResults;
import org.urdma4j.lab.Mix;
import org.urdma4j.lab.Spread;
import org.urdma4j.report.chart.BarChart;
import org.urdma4j.report.chart.Numbers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The paper's figure 8 for paths of one rate and MTU: the median goodput over RTT and loss, a bar
 * for each protocol with its range, and a mark where the selective-repeat bound is.
 */
public final class LabFigure {
    /** The style sheet of its bars. */
    static final String COLOURS =
            """
            .flow0 { fill: #08519c; } .flow1 { fill: #9ecae1; } .flow2 { fill: #d9801f; }
            .flow3 { fill: #f2c28a; } .flow4 { fill: #5a9e58; } .flow5 { fill: #b5d8ae; }
            .flow6 { fill: #7b6ba8; } .flow7 { fill: #c9c1de; }
            """;

    private static final String RANGE = ".range { stroke: #222; stroke-width: 1.5; }\n";

    private static final String UNIT = "Gbit/s";
    private static final String STYLE = "flow";

    private LabFigure() {}

    /** Draws these cells, which have rate and MTU in common. */
    static String of(LabResults results, List<LabCell> cells) {
        List<Mix> mixes = results.plan().mixes();
        return BarChart.draw(
                title(cells), UNIT, top(cells), STYLE, names(mixes), groups(results, cells, mixes));
    }

    /** Writes all cells, which have rate and MTU in common, as a picture of its own. */
    public static void write(LabResults results, Appendable out) throws IOException {
        List<LabCell> cells = results.plan().cells();
        List<Mix> mixes = results.plan().mixes();
        out.append(
                BarChart.file(
                        title(cells),
                        UNIT,
                        top(cells),
                        STYLE,
                        names(mixes),
                        groups(results, cells, mixes),
                        COLOURS + RANGE));
    }

    private static String title(List<LabCell> cells) {
        return "Goodput over RTT and loss at " + LabNames.link(cells.getFirst());
    }

    private static double top(List<LabCell> cells) {
        return cells.getFirst().rateBps() / 1e9;
    }

    private static List<String> names(List<Mix> mixes) {
        return mixes.stream().map(Mix::name).toList();
    }

    private static List<BarChart.Group> groups(
            LabResults results, List<LabCell> cells, List<Mix> mixes) {
        return cells.stream().map(cell -> group(results, cell, mixes)).toList();
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
