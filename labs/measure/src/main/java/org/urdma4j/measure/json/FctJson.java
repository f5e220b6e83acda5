package org.urdma4j.measure.json;

import org.urdma4j.measure.fct.FctCell;
import org.urdma4j.measure.fct.FctOptions;
import org.urdma4j.measure.fct.FctResult;
import org.urdma4j.measure.fct.FctScheme;

import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Completion times for programs. */
public final class FctJson {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private FctJson() {}

    /** Prints an array of the runs of all cells, each as {@link #fields} has it. */
    public static void print(List<FctCell> cells, PrintWriter out) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (FctCell cell : cells) {
            cell.results().forEach(run -> all.add(fields(run, cell)));
        }
        out.println(JSON.writeValueAsString(all));
        out.flush();
    }

    /**
     * Returns what is told of a run by name, in order: texts, numbers, booleans, null for what is
     * not known, and the options, a map like it.
     */
    public static Map<String, Object> fields(FctResult run, FctCell cell) {
        FctResult gbn = cell.of(FctScheme.GBN).orElse(null);
        FctResult lossless = cell.lossless();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("scheme", run.options().scheme().label());
        all.put("workload", run.options().sizes().name());
        all.put("fct_ms_mean", known(run.meanMs()));
        all.put("fct_ms_p50", known(run.percentileMs(50)));
        all.put("fct_ms_p95", known(run.percentileMs(95)));
        all.put("fct_ms_p99", known(run.percentileMs(99)));
        all.put("fct_ms_p999", known(run.percentileMs(99.9)));
        all.put("fct_ms_mean_over_500k", known(run.meanOverMs()));
        all.put("fct_ms_mean_to_500k", known(run.meanToMs()));
        all.put("below_gbn_mean", gbn == null ? null : known(1 - run.meanMs() / gbn.meanMs()));
        all.put(
                "below_gbn_p99",
                gbn == null ? null : known(1 - run.percentileMs(99) / gbn.percentileMs(99)));
        all.put("above_lossless_mean", known(run.meanMs() / lossless.meanMs() - 1));
        all.put("useful_share", known(run.usefulShare()));
        all.put("redundant_share", known(run.redundantShare()));
        all.put("repair_share", known(run.repairShare()));
        all.put("nacks", run.left().nacks);
        all.put("marks", run.left().marks);
        all.put("statuses", run.right().statuses);
        all.put("host_timeouts", run.hostTimeouts());
        all.put("reorder_bytes_max", run.right().reorderBytesMax);
        all.put("backup_bytes_max", run.right().backupBytesMax);
        all.put("copy_bytes_max", run.left().copyBytesMax);
        all.put("unfinished", run.unfinished());
        all.put("collapsed", run.collapsed());
        all.put("options", options(run.options()));
        return all;
    }

    private static Map<String, Object> options(FctOptions options) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("flows", options.flows());
        all.put("delay_ns", options.delayNs());
        all.put("loss", options.loss().toString());
        all.put("reverse_loss", options.reverseLoss().toString());
        all.put("load", options.load());
        all.put("pairs", options.pairs());
        all.put("nic_bps", options.nicBps());
        all.put("rate_bps", options.rateBps());
        all.put("mtu", options.mtu());
        all.put("window_bdp", options.windowBdp());
        all.put("queue_bdp", options.queueBdp());
        all.put("seed", options.seed());
        return all;
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
