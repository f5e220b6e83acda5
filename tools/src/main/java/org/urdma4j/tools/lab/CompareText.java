package org.urdma4j.tools.lab;

import static java.util.Locale.ROOT;

import org.urdma4j.lab.compare.Agreement;
import org.urdma4j.lab.compare.ComparedPath;
import org.urdma4j.lab.compare.ComparedResult;
import org.urdma4j.lab.compare.Comparison;
import org.urdma4j.measure.sim.Impairments;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.simulation.loss.LossSpec;

import java.io.PrintWriter;

/** For people: a line for each path, then how many agree. */
final class CompareText implements CompareOutput {
    private static final String ROW = "%4s %-5s %6s %7s %6s %9s %9s %6s %6s %6s  %s%n";

    private final PrintWriter out;

    CompareText(PrintWriter out) {
        this.out = out;
        out.printf(
                ROOT,
                ROW,
                "",
                "",
                "",
                "",
                "queue",
                "virtual",
                "sockets",
                "ratio",
                "sent again",
                "",
                "loss and the rest");
        out.printf(
                ROOT, ROW, "path", "op", "Mbit/s", "RTT ms", "BDP", "Mbit/s", "Mbit/s", "", "virt.",
                "sock.", "");
        out.flush();
    }

    @Override
    public void path(ComparedResult result) {
        ComparedPath path = result.compared();
        out.printf(
                ROOT,
                ROW,
                path.number(),
                path.operation().label(),
                path.rateBps() / 1_000_000,
                Numbers.brief(path.rttNs() / 1e6),
                Numbers.fixed(path.queueBdp(), 2),
                Numbers.fixed(result.simulatedBps() / 1e6, 1),
                Numbers.fixed(result.emulatedBps() / 1e6, 1),
                Numbers.fixed(result.ratio(), 3),
                Numbers.fixed(100 * result.simulatedAgain(), 1),
                Numbers.fixed(100 * result.emulatedAgain(), 1),
                rest(path) + note(result));
        out.flush();
    }

    private static String rest(ComparedPath path) {
        Impairments with = path.impairments();
        StringBuilder rest = new StringBuilder(path.loss().text());
        if (!with.reverseLoss().equals(LossSpec.NONE)) {
            rest.append(", back ").append(with.reverseLoss().text());
        }
        if (with.jitterNs() > 0) {
            rest.append(", jitter ").append(Numbers.brief(with.jitterNs() / 1e6)).append(" ms");
        }
        if (with.reorderShare() > 0) {
            rest.append(", ").append(Numbers.percent(with.reorderShare())).append(" held ");
            rest.append(Numbers.brief(with.reorderNs() / 1e6)).append(" ms");
        }
        return rest.toString();
    }

    private static String note(ComparedResult result) {
        if (!result.failure().isEmpty()) {
            return "; failed: " + result.failure();
        }
        return result.counts() ? "" : "; void: " + result.path().reason();
    }

    @Override
    public void end(Comparison comparison, Agreement all) {
        int counting = all.paths() - all.voids();
        out.printf(
                ROOT,
                "%n%d of %d paths within 10 %%, %d off by half, %d failed, %d void;"
                        + " ratio %s (%s to %s)%n",
                all.within10(),
                counting,
                all.offByHalf(),
                all.failed(),
                all.voids(),
                Numbers.fixed(all.medianRatio(), 3),
                Numbers.fixed(all.leastRatio(), 3),
                Numbers.fixed(all.mostRatio(), 3));
        out.flush();
    }
}
