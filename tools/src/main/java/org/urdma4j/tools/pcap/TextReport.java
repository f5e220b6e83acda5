package org.urdma4j.tools.pcap;

import static java.util.stream.Collectors.joining;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** One file's summary for people. */
final class TextReport {
    private TextReport() {}

    static void print(CaptureSummary summary, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%s: %d RoCE packets, %d others%n",
                summary.file(),
                summary.packets(),
                summary.others());
        if (summary.packets() > 0) {
            out.printf(
                    Locale.ROOT,
                    "  ICRC: %d right, %d wrong, %d unchecked%n",
                    summary.count(Verdict.RIGHT),
                    summary.count(Verdict.WRONG),
                    summary.unchecked());
        }
        if (!summary.firstWrong().isEmpty()) {
            out.println(
                    "  wrong: packets "
                            + numbers(summary.firstWrong(), summary.count(Verdict.WRONG)));
        }
        if (summary.misshapen() > 0) {
            out.println(
                    "  sealed, but of a length that no sealed packet has: packets "
                            + numbers(summary.firstMisshapen(), summary.misshapen()));
        }
        printUnchecked(summary, out);
        summary.unknownLinks()
                .forEach((link, count) ->
                        out.printf(
                                Locale.ROOT,
                                "  %d others have link type %d, which is not looked into%n",
                                count,
                                link));
        summary.opcodes()
                .forEach((name, count) -> out.printf(Locale.ROOT, "  %10d %s%n", count, name));
        out.flush();
    }

    private static String numbers(List<Long> first, long all) {
        String shown = first.stream().map(String::valueOf).collect(joining(", "));
        boolean more = all > first.size();
        return more ? shown + ", ..." : shown;
    }

    private static void printUnchecked(CaptureSummary summary, PrintWriter out) {
        for (Verdict verdict : Verdict.values()) {
            long count = summary.count(verdict);
            if (count > 0 && verdict.isUnchecked()) {
                out.printf(Locale.ROOT, "  unchecked: %d %s%n", count, verdict.words());
                if (!verdict.hint().isEmpty()) {
                    out.println("    hint: " + verdict.hint());
                }
            }
        }
    }
}
