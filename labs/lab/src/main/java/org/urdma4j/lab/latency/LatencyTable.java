package org.urdma4j.lab.latency;

import static java.util.Locale.ROOT;

import org.urdma4j.lab.Spread;

import java.io.PrintWriter;
import java.util.List;

/** Rows for people. */
public final class LatencyTable {
    private LatencyTable() {}

    /** Prints a line for each row: medians, with the range of ratios; then aims and failures. */
    public static void print(List<LatencyRow> rows, PrintWriter out) {
        line(
                out,
                "MTU",
                "poll us",
                "",
                "p50 us",
                "/ echo",
                "p99 us",
                "/ echo",
                "p99.9 us",
                "per s",
                "again",
                "aims");
        for (LatencyRow row : rows) {
            boolean ran = row.p50Us().count() > 0;
            line(
                    out,
                    String.valueOf(row.mtu()),
                    String.valueOf(row.busyPollUs()),
                    row.asker().label(),
                    ran ? number("%.1f", row.p50Us()) : without(row),
                    ratio(row.p50OverEcho()),
                    number("%.1f", row.p99Us()),
                    ratio(row.p99OverEcho()),
                    number("%.1f", row.p999Us()),
                    number("%.0f", row.perS()),
                    ran ? String.valueOf(row.again()) : "",
                    LatencyAim.verdict(row));
        }
        out.printf(
                ROOT,
                "Aims: p50 at most %.1f times, p99 at most %.1f times the echo's in its round.%n",
                LatencyAim.P50,
                LatencyAim.P99);
        for (LatencyRow row : rows) {
            for (String failure : row.failures()) {
                out.printf(
                        "Failed: %s, MTU %d, busy polling %d us: %s%n",
                        row.asker().label(), row.mtu(), row.busyPollUs(), failure);
            }
        }
        out.flush();
    }

    private static String without(LatencyRow row) {
        return row.failures().isEmpty() ? "not run" : "failed"; // interrupted before its turn
    }

    private static void line(PrintWriter out, String... columns) {
        out.println(
                "%-5s %7s  %-14s %8s  %-19s %8s  %-19s %8s %7s %5s  %s"
                        .formatted((Object[]) columns)
                        .stripTrailing());
    }

    private static String number(String format, Spread figures) {
        return figures.count() == 0 ? "" : String.format(ROOT, format, figures.median());
    }

    private static String ratio(Spread ratios) {
        return ratios.count() == 0
                ? ""
                : String.format(
                        ROOT,
                        "%.2f (%.2f to %.2f)",
                        ratios.median(),
                        ratios.least(),
                        ratios.most());
    }
}
