package org.urdma4j.tools.lab;

import org.urdma4j.lab.compare.Agreement;
import org.urdma4j.lab.compare.ComparedPath;
import org.urdma4j.lab.compare.ComparedResult;
import org.urdma4j.lab.compare.Comparison;
import org.urdma4j.measure.json.JsonObject;
import org.urdma4j.tools.terminal.EventLines;

import java.io.PrintWriter;

/** For programs: one object a line, {@code {"event": …, "data": …}}. */
final class CompareJson implements CompareOutput {
    private final EventLines lines;

    CompareJson(PrintWriter out) {
        lines = new EventLines(out);
    }

    @Override
    public void path(ComparedResult result) {
        ComparedPath path = result.compared();
        lines.print(
                "path",
                new JsonObject()
                        .put("path", path.number())
                        .put("operation", path.operation().label())
                        .put("rate_bps", path.rateBps())
                        .putMs("rtt_ms", path.rttNs())
                        .put("queue_bytes", path.queueBytes())
                        .put("loss", path.loss().text())
                        .put("reverse_loss", path.impairments().reverseLoss().text())
                        .putMs("jitter_ms", path.impairments().jitterNs())
                        .put("reorder_share", path.impairments().reorderShare())
                        .putMs("reorder_ms", path.impairments().reorderNs())
                        .put("payload_bytes", path.payload())
                        .put("seed", path.seed())
                        .put("simulated_bps", result.simulatedBps())
                        .put("emulated_bps", result.emulatedBps())
                        .put("ratio", result.ratio())
                        .put("simulated_retransmitted_share", result.simulatedAgain())
                        .put("emulated_retransmitted_share", result.emulatedAgain())
                        .putText("void", result.path().reason())
                        .putText("failure", result.failure()));
    }

    @Override
    public void end(Comparison comparison, Agreement all) {
        lines.print(
                "end",
                new JsonObject()
                        .put("seed", comparison.seed())
                        .put("time_s", comparison.timeS())
                        .put("paths", all.paths())
                        .put("voids", all.voids())
                        .put("within_10_percent", all.within10())
                        .put("off_by_half", all.offByHalf())
                        .put("failed", all.failed())
                        .put("median_ratio", all.medianRatio())
                        .put("least_ratio", all.leastRatio())
                        .put("most_ratio", all.mostRatio()));
    }
}
