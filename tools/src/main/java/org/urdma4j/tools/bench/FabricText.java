package org.urdma4j.tools.bench;

import org.urdma4j.leafspine.run.FabricOptions;
import org.urdma4j.leafspine.run.FabricResult;
import org.urdma4j.measure.fabric.FabricCell;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Runs in fabrics as a table for each pattern, size and number of spines. */
final class FabricText {
    private static final String ROW = "%-26s%10s%10s%10s%8s%8s%9s%9s%9s%9s%9s%n";

    private FabricText() {}

    static void print(List<FabricCell> cells, PrintWriter out) {
        String before = null;
        for (FabricCell cell : cells) {
            String title = title(cell);
            if (!title.equals(before)) {
                out.println(before == null ? title : System.lineSeparator() + title);
                out.printf(
                        ROW, "", "JCT ms", "least", "most", "ideal", "x base", "q99 KB", "max KB",
                        "dropped", "again", "uplink");
                before = title;
            }
            row(cell, out);
        }
        out.flush();
    }

    private static String title(FabricCell cell) {
        FabricOptions options = cell.options();
        String fail = options.fail() == null ? "" : ", " + options.fail() + " dies";
        return "%s of %s, %d spines%s: at best %s ms"
                .formatted(
                        options.pattern().label(),
                        Quantities.bytes(options.bytes()),
                        options.shape().spines(),
                        fail,
                        fixed(cell.median().idealMs(), 3));
    }

    private static void row(FabricCell cell, PrintWriter out) {
        FabricResult run = cell.median();
        out.printf(
                ROW,
                cell.options().scheme().label(),
                fixed(run.jctMs(), 3),
                fixed(cell.minMs(), 3),
                fixed(cell.maxMs(), 3),
                fixed(100 * run.shareOfIdeal(), 1) + " %",
                fixed(cell.ratioToBaseline(), 2),
                fixed(run.queueKbP99(), 0),
                fixed(run.queueKbMax(), 0),
                run.dropped(),
                fixed(100 * run.againShare(), 2) + " %",
                fixed(100 * run.uplinkShareMax(), 0) + " %");
    }

    private static String fixed(double value, int decimals) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
