package org.urdma4j.measure.json;

import org.urdma4j.measure.fct.FctCell;
import org.urdma4j.measure.fct.FctOptions;
import org.urdma4j.measure.fct.FctResult;
import org.urdma4j.measure.fct.FctScheme;

import java.util.List;

/** Completion times for programs. */
public final class FctJson {

    private FctJson() {}

    /** Returns the runs of all cells, each as {@link #fields} has it. */
    public static List<JsonObject> rows(List<FctCell> cells) {
        return cells.stream()
                .flatMap(cell -> cell.results().stream().map(run -> fields(run, cell)))
                .toList();
    }

    /**
     * Returns what is told of a run by name, in order: texts, numbers, booleans, null for what is
     * not known, and the options, a map like it.
     */
    public static JsonObject fields(FctResult run, FctCell cell) {
        FctResult gbn = cell.of(FctScheme.GBN).orElse(null);
        FctResult lossless = cell.lossless();
        return new JsonObject()
                .put("scheme", run.options().scheme().label())
                .put("workload", run.options().sizes().name())
                .put("fct_ms_mean", run.meanMs())
                .put("fct_ms_p50", run.percentileMs(50))
                .put("fct_ms_p95", run.percentileMs(95))
                .put("fct_ms_p99", run.percentileMs(99))
                .put("fct_ms_p999", run.percentileMs(99.9))
                .put("fct_ms_mean_over_500k", run.meanOverMs())
                .put("fct_ms_mean_to_500k", run.meanToMs())
                .put("below_gbn_mean", gbn == null ? Double.NaN : 1 - run.meanMs() / gbn.meanMs())
                .put(
                        "below_gbn_p99",
                        gbn == null ? Double.NaN : 1 - run.percentileMs(99) / gbn.percentileMs(99))
                .put("above_lossless_mean", run.meanMs() / lossless.meanMs() - 1)
                .put("useful_share", run.usefulShare())
                .put("redundant_share", run.redundantShare())
                .put("repair_share", run.repairShare())
                .put("nacks", run.left().nacks)
                .put("marks", run.left().marks)
                .put("statuses", run.right().statuses)
                .put("host_timeouts", run.hostTimeouts())
                .put("reorder_bytes_max", run.right().reorderBytesMax)
                .put("backup_bytes_max", run.right().backupBytesMax)
                .put("copy_bytes_max", run.left().copyBytesMax)
                .put("unfinished", run.unfinished())
                .put("collapsed", run.collapsed())
                .put("options", options(run.options()));
    }

    private static JsonObject options(FctOptions options) {
        return new JsonObject()
                .put("flows", options.flows())
                .put("delay_ns", options.delayNs())
                .put("loss", options.loss().toString())
                .put("reverse_loss", options.reverseLoss().toString())
                .put("load", options.load())
                .put("pairs", options.pairs())
                .put("nic_bps", options.nicBps())
                .put("rate_bps", options.rateBps())
                .put("mtu", options.mtu())
                .put("window_bdp", options.windowBdp())
                .put("queue_bdp", options.queue().bdp())
                .put("missing_first", options.isMissingFirst())
                .put("seed", options.seed());
    }
}
