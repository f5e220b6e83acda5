package org.urdma4j.measure.json;

import org.urdma4j.measure.fct.FctOptions;
import org.urdma4j.measure.fct.FctResult;
import org.urdma4j.measure.fct.FctScheme;

import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Completion times for programs: an array, an object for each scheme. NaN is null. */
public final class FctJson {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private FctJson() {}

    /**
     * Prints runs of the same flows.
     *
     * @param lossless go-back-N over a link without loss
     */
    public static void print(List<FctResult> results, FctResult lossless, PrintWriter out) {
        FctResult gbn = null;
        for (FctResult result : results) {
            gbn = result.options().scheme() == FctScheme.GBN ? result : gbn;
        }
        List<Map<String, Object>> all = new ArrayList<>();
        for (FctResult result : results) {
            all.add(run(result, gbn, lossless));
        }
        out.println(JSON.writeValueAsString(all));
        out.flush();
    }

    private static Map<String, Object> run(FctResult run, FctResult gbn, FctResult lossless) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("scheme", lower(run.options().scheme()));
        all.put("workload", lower(run.options().sizes()));
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

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
