package org.urdma4j.peers.where;

import static java.util.Locale.ROOT;

import java.io.PrintWriter;
import java.util.List;

/** What was seen, for people: a column for each end of each point. */
final class WhereTable {
    private WhereTable() {}

    static void print(List<WhereResult> results, PrintWriter out) {
        for (WhereResult result : results) {
            out.printf(
                    ROOT,
                    "%n%s: %.2f Gbit/s%n%-46s %8s %6s %8s %6s%n",
                    result.point().label(),
                    result.goodputBps() / 1e9,
                    "processor time for each MB carried, us",
                    "sender",
                    "%",
                    "receiver",
                    "%");
            for (Part part : Part.values()) {
                line(
                        out,
                        result,
                        part.label(),
                        result.sender().of(part),
                        result.receiver().of(part));
            }
            line(out, result, "all", result.sender().total(), result.receiver().total());
        }
        out.flush();
    }

    private static void line(
            PrintWriter out, WhereResult result, String label, long sent, long received) {
        out.printf(
                ROOT,
                "%-46s %8.0f %6.1f %8.0f %6.1f%n",
                label,
                result.usPerMb(sent),
                percent(sent, result.sender()),
                result.usPerMb(received),
                percent(received, result.receiver()));
    }

    private static double percent(long count, Samples of) {
        return of.total() == 0 ? 0 : 100.0 * count / of.total();
    }
}
