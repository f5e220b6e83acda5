package org.urdma4j.lab.peer;

import static java.util.Locale.ROOT;

import org.urdma4j.lab.Spread;

import java.io.PrintWriter;
import java.util.List;

/** Rows for people. */
public final class PeerTable {
    private static final double GIGA = 1e9;

    private PeerTable() {}

    /** Prints a line for each row: medians, with the range of goodput; then what failed. */
    public static void print(List<PeerRow> rows, PrintWriter out) {
        line(out, "MTU", "", "Gbit/s", "least to most", "ours / it", "CPU s/GB");
        for (PeerRow row : rows) {
            line(
                    out,
                    String.valueOf(row.mtu()),
                    row.peer().label(),
                    number(row.goodputBps().median() / GIGA),
                    range(row),
                    number(row.oursOverPeer().median()),
                    number(row.cpuPerGb().median()));
        }
        for (PeerRow row : rows) {
            for (String failure : row.failures()) {
                out.printf("Failed: %s, MTU %d: %s%n", row.peer().label(), row.mtu(), failure);
            }
        }
        out.flush();
    }

    private static String range(PeerRow row) {
        Spread goodput = row.goodputBps();
        if (goodput.count() > 0) {
            return number(goodput.least() / GIGA) + " to " + number(goodput.most() / GIGA);
        }
        return row.failures().isEmpty() ? "not run" : "failed"; // interrupted before its turn
    }

    private static void line(PrintWriter out, String... columns) {
        out.println(
                "%-5s  %-15s %8s  %-15s %9s  %8s".formatted((Object[]) columns).stripTrailing());
    }

    private static String number(double value) {
        return Double.isFinite(value) ? String.format(ROOT, "%.2f", value) : "";
    }
}
