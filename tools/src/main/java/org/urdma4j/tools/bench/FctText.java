package org.urdma4j.tools.bench;

import org.urdma4j.measure.fct.FctCell;
import org.urdma4j.measure.fct.FctResult;
import org.urdma4j.report.fct.FctLabels;

import java.io.PrintWriter;
import java.util.Locale;

/** Completion times as a table. */
final class FctText {
    private static final String ROW = "%-10s%9s%9s%9s%9s%9s%9s%9s%9s%10s%12s%n";

    private FctText() {}

    /**
     * Prints a cell.
     *
     * @param titled whether it is one of several
     */
    static void print(FctCell cell, boolean titled, PrintWriter out) {
        if (titled) {
            out.println(
                    "%s, %s, %s"
                            .formatted(
                                    cell.options().sizes(),
                                    FctLabels.delay(cell.options()),
                                    FctLabels.loss(cell.options())));
        }
        out.printf(
                ROW,
                "ms",
                "mean",
                "p50",
                "p95",
                "p99",
                "p99.9",
                ">500KB",
                "useful",
                "NACKs",
                "timeouts",
                "unfinished");
        row("no loss", cell.lossless(), out);
        for (FctResult result : cell.results()) {
            row(result.options().scheme().label(), result, out);
        }
        if (titled) {
            out.println();
        }
        out.flush();
    }

    private static void row(String name, FctResult result, PrintWriter out) {
        out.printf(
                ROW,
                name,
                ms(result.meanMs()),
                ms(result.percentileMs(50)),
                ms(result.percentileMs(95)),
                ms(result.percentileMs(99)),
                ms(result.percentileMs(99.9)),
                ms(result.meanOverMs()),
                String.format(Locale.ROOT, "%.1f %%", 100 * result.usefulShare()),
                result.left().nacks,
                result.hostTimeouts(),
                result.unfinished() + (result.collapsed() ? " !" : ""));
    }

    private static String ms(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f", value);
    }
}
