package org.urdma4j.tools.bench;

import org.urdma4j.measure.matrix.Grid;
import org.urdma4j.measure.matrix.MatrixResult;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.matrix.Labels;
import org.urdma4j.simulation.loss.LossSpec;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;

/** A matrix for people: a table for each profile, a line for each round trip. */
final class MatrixText {
    private final MatrixResult matrix;
    private final Grid grid;
    private final PrintWriter out;

    private MatrixText(MatrixResult matrix, PrintWriter out) {
        this.matrix = matrix;
        this.grid = matrix.grid();
        this.out = out;
    }

    static void print(MatrixResult matrix, PrintWriter out) {
        MatrixText text = new MatrixText(matrix, out);
        for (int i = 0; i < matrix.grid().profiles().size(); i++) {
            text.print(i);
        }
        text.printFailures();
        out.flush();
    }

    private void print(int profile) {
        out.println(
                Labels.profile(grid.profiles().get(profile))
                        + ": steady goodput in Gbit/s, and its share of the bound");
        StringBuilder line = new StringBuilder(pad("RTT \\ loss", 10));
        for (LossSpec loss : grid.losses()) {
            line.append(pad(Labels.loss(loss), 18));
        }
        out.println(line);
        for (int i = 0; i < grid.rttsNs().size(); i++) {
            line.setLength(0);
            line.append(pad(Labels.rtt(grid.rttsNs().get(i)), 10));
            for (int j = 0; j < grid.losses().size(); j++) {
                line.append(pad(cell(matrix.at(profile, i, j)), 18));
            }
            out.println(line);
        }
        out.println();
    }

    private static String cell(Optional<SimResult> result) {
        return result.map(MatrixText::figures).orElse("-");
    }

    private static String figures(SimResult result) {
        return Labels.gigabits(result.all().goodputSteadyBps())
                + "  "
                + pad(Numbers.percent(result.shareOfBound()), 8);
    }

    private static String pad(String text, int width) {
        return String.format(Locale.ROOT, "%" + width + "s", text);
    }

    private void printFailures() {
        for (SimResult result : matrix.results()) {
            if (!result.all().failure().isEmpty()) {
                out.println(
                        Labels.profile(result.options().profile())
                                + ", "
                                + Labels.rtt(result.options().rttNs())
                                + ", loss "
                                + Labels.loss(result.options().loss())
                                + ": a connection broke: "
                                + result.all().failure());
            }
        }
    }
}
