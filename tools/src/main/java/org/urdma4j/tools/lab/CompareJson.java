package org.urdma4j.tools.lab;

import com.fasterxml.jackson.annotation.JsonProperty;

import org.urdma4j.lab.compare.Agreement;
import org.urdma4j.lab.compare.ComparedPath;
import org.urdma4j.lab.compare.ComparedResult;
import org.urdma4j.lab.compare.Comparison;
import org.urdma4j.tools.terminal.EventLines;

import java.io.PrintWriter;

/** For programs: one object a line, {@code {"event": …, "data": …}}. */
final class CompareJson implements CompareOutput {
    private final EventLines lines;

    CompareJson(PrintWriter out) {
        lines = new EventLines(out);
    }

    private record Compared(
            int path,
            String operation,
            long rateBps,
            double rttMs,
            long queueBytes,
            String loss,
            String reverseLoss,
            double jitterMs,
            double reorderShare,
            double reorderMs,
            int payloadBytes,
            long seed,
            double simulatedBps,
            Double emulatedBps,
            Double ratio,
            Double simulatedRetransmittedShare,
            Double emulatedRetransmittedShare,
            @JsonProperty("void") String invalid,
            String failure) {}

    private record End(
            long seed,
            int timeS,
            int paths,
            int voids,
            @JsonProperty("within_10_percent") int within10,
            int offByHalf,
            int failed,
            Double medianRatio,
            Double leastRatio,
            Double mostRatio) {}

    @Override
    public void path(ComparedResult result) {
        ComparedPath path = result.compared();
        lines.print(
                "path",
                new Compared(
                        path.number(),
                        path.operation().label(),
                        path.rateBps(),
                        path.rttNs() / 1e6,
                        path.queueBytes(),
                        path.loss().text(),
                        path.impairments().reverseLoss().text(),
                        path.impairments().jitterNs() / 1e6,
                        path.impairments().reorderShare(),
                        path.impairments().reorderNs() / 1e6,
                        path.payload(),
                        path.seed(),
                        result.simulatedBps(),
                        number(result.emulatedBps()),
                        number(result.ratio()),
                        number(result.simulatedAgain()),
                        number(result.emulatedAgain()),
                        text(result.path().reason()),
                        text(result.failure())));
    }

    @Override
    public void end(Comparison comparison, Agreement all) {
        lines.print(
                "end",
                new End(
                        comparison.seed(),
                        comparison.timeS(),
                        all.paths(),
                        all.voids(),
                        all.within10(),
                        all.offByHalf(),
                        all.failed(),
                        number(all.medianRatio()),
                        number(all.leastRatio()),
                        number(all.mostRatio())));
    }

    private static Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static String text(String text) {
        return text.isEmpty() ? null : text;
    }
}
