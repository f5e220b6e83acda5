package org.urdma4j.tools.demo;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The demo's outcome, a line for each path and profile. */
final class DemoTable {
    private static final String ROW = "%-25s %-8s %12s %9s %8s %16s %9s  %s%n";
    private static final int DIGITS_SHOWN = 16;

    private final Path source;
    private final long bytes;
    private final String expected;
    private final List<String> rows = new ArrayList<>();

    DemoTable(Path source, long bytes, String expected) {
        this.source = source;
        this.bytes = bytes;
        this.expected = expected;
    }

    void add(DemoResult result, String actual) {
        boolean same = actual.equals(expected);
        rows.add(
                ROW.formatted(
                        result.path(),
                        result.profile(),
                        bitsPerSecond(result.goodputBitsPerSecond()),
                        milliseconds(result.timeNs()),
                        result.packets(),
                        again(result),
                        milliseconds(result.roundTripNs()),
                        same ? "same" : "DIFFERS: " + actual.substring(0, DIGITS_SHOWN)));
    }

    void print(PrintWriter out) {
        out.printf("%s, %,d bytes, SHA-256 %s%n%n", source.getFileName(), bytes, expected);
        out.printf(
                ROW,
                "path",
                "profile",
                "goodput",
                "time",
                "packets",
                "sent again",
                "RTT",
                "SHA-256");
        rows.forEach(out::print);
        out.flush();
    }

    /** Packets sent again, and what share they are of those that were not. */
    private static String again(DemoResult result) {
        long first = result.packets() - result.retransmitted();
        return String.format(
                Locale.ROOT,
                "%d (%.1f %%)",
                result.retransmitted(),
                100.0 * result.retransmitted() / Math.max(1, first));
    }

    private static String bitsPerSecond(double value) {
        return value >= 1e9
                ? String.format(Locale.ROOT, "%.2f Gbit/s", value / 1e9)
                : String.format(Locale.ROOT, "%.1f Mbit/s", value / 1e6);
    }

    private static String milliseconds(long ns) {
        return String.format(Locale.ROOT, ns < 100_000_000 ? "%.2f ms" : "%.0f ms", ns / 1e6);
    }
}
