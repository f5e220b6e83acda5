package org.urdma4j.measure.json;

import org.urdma4j.leafspine.run.FabricOptions;
import org.urdma4j.leafspine.run.FabricResult;
import org.urdma4j.leafspine.run.Scheme;
import org.urdma4j.leafspine.topology.Shape;
import org.urdma4j.measure.fabric.FabricCell;

import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs in fabrics for programs. */
public final class FabricJson {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final double PS_MS = 1e9;

    private FabricJson() {}

    /** Prints an array of the cells, each as {@link #fields} has it. */
    public static void print(List<FabricCell> cells, PrintWriter out) {
        out.println(JSON.writeValueAsString(cells.stream().map(FabricJson::fields).toList()));
        out.flush();
    }

    /**
     * Returns what is told of a cell by name, in order: texts, numbers, null for what is not known,
     * maps and lists of these. What isn't of all runs is of the one with the median time.
     */
    public static Map<String, Object> fields(FabricCell cell) {
        FabricResult run = cell.median();
        Map<String, Object> time = new LinkedHashMap<>();
        time.put("p50", known(run.jctMs()));
        time.put("min", known(cell.minMs()));
        time.put("max", known(cell.maxMs()));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("jct_ms", time);
        all.put("ideal_ms", run.idealMs());
        all.put("share_of_ideal", known(run.shareOfIdeal()));
        all.put("ratio_to_baseline", known(cell.ratioToBaseline()));
        all.put("jobs", jobs(run));
        all.put("uplink_share_max", run.uplinkShareMax());
        all.put("uplink_cv", run.uplinkCv());
        all.put("queue_kb_p99", run.queueKbP99());
        all.put("queue_kb_max", run.queueKbMax());
        all.put("dropped", run.dropped());
        all.put("lost", run.lost());
        all.put("retransmitted_share", run.againShare());
        all.put("timeouts", run.timeouts());
        all.put("pauses", run.pauses());
        all.put("reordered_share", run.reorderedShare());
        all.put("sort_buffer_kb_max", run.sortKbMax());
        all.put("granted_unused_share", run.grantedUnusedShare());
        all.put("options", options(run.options(), cell.runs().size()));
        return all;
    }

    private static List<Map<String, Object>> jobs(FabricResult run) {
        List<Map<String, Object>> jobs = new ArrayList<>();
        for (int i = 0; i < run.jctPs().size(); i++) {
            long ps = run.jctPs().get(i);
            Map<String, Object> job = new LinkedHashMap<>();
            job.put("job", i);
            job.put("jct_ms", ps < 0 ? null : (Object) (ps / PS_MS));
            jobs.add(job);
        }
        return jobs;
    }

    private static Map<String, Object> options(FabricOptions options, int runs) {
        Shape shape = options.shape();
        Scheme scheme = options.scheme();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("pattern", options.pattern().label());
        all.put("size", options.bytes());
        all.put("servers", shape.servers());
        all.put("nics", shape.nics());
        all.put("link_bps", shape.linkBps());
        all.put("uplinks", shape.cables());
        all.put("uplink_bps", shape.uplinkBps());
        all.put("spines", shape.spines());
        all.put("lb", scheme.balance().label());
        all.put("cc", scheme.control().label());
        all.put("profile", scheme.profile().label());
        all.put("pfc", scheme.pfc());
        all.put("qps", scheme.qps());
        all.put("container", scheme.containerBytes());
        all.put("grants", scheme.grantShare());
        all.put("fail", options.fail());
        all.put("fail_ms", options.fail() == null ? null : (Object) (options.failPs() / PS_MS));
        all.put("seed", options.seed());
        all.put("runs", runs);
        return all;
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
