package org.urdma4j.measure.json;

import org.urdma4j.leafspine.run.FabricOptions;
import org.urdma4j.leafspine.run.FabricResult;
import org.urdma4j.leafspine.run.Scheme;
import org.urdma4j.leafspine.topology.Shape;
import org.urdma4j.measure.fabric.FabricCell;

import java.util.ArrayList;
import java.util.List;

/** Runs in fabrics for programs. */
public final class FabricJson {
    private static final double PS_MS = 1e9;

    private FabricJson() {}

    /** Returns the cells, each as {@link #fields} has it. */
    public static List<JsonObject> rows(List<FabricCell> cells) {
        return cells.stream().map(FabricJson::fields).toList();
    }

    /**
     * Returns what is told of a cell by name, in order: texts, numbers, null for what is not known,
     * maps and lists of these. What isn't of all runs is of the one with the median time.
     */
    public static JsonObject fields(FabricCell cell) {
        FabricResult run = cell.median();
        JsonObject time =
                new JsonObject()
                        .put("p50", run.jctMs())
                        .put("min", cell.minMs())
                        .put("max", cell.maxMs());
        return new JsonObject()
                .put("jct_ms", time)
                .put("ideal_ms", run.idealMs())
                .put("share_of_ideal", run.shareOfIdeal())
                .put("ratio_to_baseline", cell.ratioToBaseline())
                .put("jobs", jobs(run))
                .put("uplink_share_max", run.uplinkShareMax())
                .put("uplink_cv", run.uplinkCv())
                .put("queue_kb_p99", run.queueKbP99())
                .put("queue_kb_max", run.queueKbMax())
                .put("dropped", run.dropped())
                .put("lost", run.lost())
                .put("retransmitted_share", run.againShare())
                .put("timeouts", run.timeouts())
                .put("pauses", run.pauses())
                .put("reordered_share", run.reorderedShare())
                .put("sort_buffer_kb_max", run.sortKbMax())
                .put("granted_unused_share", run.grantedUnusedShare())
                .put("options", options(run.options(), cell.runs().size()));
    }

    private static List<JsonObject> jobs(FabricResult run) {
        List<JsonObject> jobs = new ArrayList<>();
        for (int i = 0; i < run.jctPs().size(); i++) {
            long ps = run.jctPs().get(i);
            jobs.add(
                    new JsonObject().put("job", i).put("jct_ms", ps < 0 ? Double.NaN : ps / PS_MS));
        }
        return jobs;
    }

    private static JsonObject options(FabricOptions options, int runs) {
        Shape shape = options.shape();
        Scheme scheme = options.scheme();
        return new JsonObject()
                .put("pattern", options.pattern().label())
                .put("size", options.bytes())
                .put("servers", shape.servers())
                .put("nics", shape.nics())
                .put("link_bps", shape.linkBps())
                .put("uplinks", shape.cables())
                .put("uplink_bps", shape.uplinkBps())
                .put("spines", shape.spines())
                .put("lb", scheme.balance().label())
                .put("cc", scheme.control().label())
                .put("profile", scheme.profile().label())
                .put("pfc", scheme.pfc())
                .put("qps", scheme.qps())
                .put("container", scheme.containerBytes())
                .put("grants", scheme.grantShare())
                .put("fail", options.fail())
                .put("fail_ms", options.fail() == null ? Double.NaN : options.failPs() / PS_MS)
                .put("seed", options.seed())
                .put("runs", runs);
    }
}
