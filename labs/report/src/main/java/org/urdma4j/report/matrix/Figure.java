package org.urdma4j.report.matrix;

import org.urdma4j.measure.matrix.MatrixResult;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.report.chart.BarChart;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.simulation.loss.LossSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Figure 8 of the paper for one profile: steady goodput over the round trip, a bar for each loss,
 * and a mark where the bound is.
 */
final class Figure {
    private Figure() {}

    /** Draws the profile with this place in the grid. */
    static String of(MatrixResult matrix, int profile) {
        String name = Labels.profile(matrix.grid().profiles().get(profile));
        List<BarChart.Group> groups = new ArrayList<>();
        for (int rtt = 0; rtt < matrix.grid().rttsNs().size(); rtt++) {
            groups.add(group(matrix, profile, rtt));
        }
        return BarChart.draw(
                "Steady goodput of " + name + " over the round trip, by loss",
                "Gbit/s",
                matrix.results().getFirst().options().rateBps() / 1e9,
                "loss",
                matrix.grid().losses().stream().map(loss -> "loss " + Labels.loss(loss)).toList(),
                groups);
    }

    private static BarChart.Group group(MatrixResult matrix, int profile, int rtt) {
        List<LossSpec> losses = matrix.grid().losses();
        List<Optional<BarChart.Bar>> bars = new ArrayList<>();
        for (int loss = 0; loss < losses.size(); loss++) {
            bars.add(matrix.at(profile, rtt, loss).map(Figure::bar));
        }
        String time = Labels.rtt(matrix.grid().rttsNs().get(rtt));
        return new BarChart.Group(List.of("RTT " + time), bars);
    }

    private static BarChart.Bar bar(SimResult result) {
        double bps = result.all().goodputSteadyBps();
        String tip =
                "%s, loss %s: %s Gbit/s, %s of the bound"
                        .formatted(
                                Labels.rtt(result.options().rttNs()),
                                Labels.loss(result.options().loss()),
                                Labels.gigabits(bps),
                                Numbers.percent(result.shareOfBound()));
        return new BarChart.Bar(bps / 1e9, result.all().boundBps() / 1e9, tip);
    }
}
