package org.urdma4j.tools.bench;

import org.urdma4j.measure.roce.RoceResult;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Runs over a lossless fabric as lines: the whole, and each flow. */
final class RoceText {
    private RoceText() {}

    static void print(List<RoceResult> results, PrintWriter out) {
        results.forEach(result -> print(result, out));
        out.flush();
    }

    private static void print(RoceResult result, PrintWriter out) {
        RoceResult.Totals totals = result.totals();
        out.printf(
                Locale.ROOT,
                "%s: %s in the second half, paused %.1f %%, %d pause frames, %d marked%n",
                result.options().scenario().label(),
                Quantities.rate(result.goodputBps()),
                100 * result.pausedShare(),
                totals.pauseFrames(),
                totals.marked());
        out.printf(
                "  dropped: %d over the threshold, %d over headroom, %d by %d watchdog storms%n",
                totals.overThreshold(),
                totals.overHeadroom(),
                totals.byWatchdog(),
                totals.storms());
        if (result.stillNs() > result.options().timeNs() / 10) {
            out.printf(
                    Locale.ROOT,
                    "  nothing has moved for the last %.2f ms%n",
                    result.stillNs() / 1e6);
        }
        if (!result.failure().isEmpty()) {
            out.println("  a connection broke: " + result.failure());
        }
        for (RoceResult.Flow flow : result.flows()) {
            out.printf(
                    "  %-8s to %-8s priority %d %16s%n",
                    flow.from(), flow.to(), flow.priority(), Quantities.rate(flow.goodputBps()));
        }
    }
}
