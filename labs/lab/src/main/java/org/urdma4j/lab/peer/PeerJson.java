package org.urdma4j.lab.peer;

import org.urdma4j.lab.Spread;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Map;

/** The same for programs: one object, with every run. What isn't known is left out. */
public final class PeerJson {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private PeerJson() {}

    /**
     * Returns the text.
     *
     * @param skipped peers that weren't run, with the reason
     */
    public static String of(PeerPlan plan, Map<Peer, String> skipped, List<PeerResult> results) {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        all.put("rounds", plan.rounds()).put("time_s", plan.timeS()).put("omit_s", plan.omitS());
        ArrayNode rows = all.putArray("rows");
        for (PeerRow row : PeerRow.of(plan, results)) {
            ObjectNode object = rows.addObject();
            object.put("mtu", row.mtu()).put("peer", row.peer().key());
            put(object, "bits_per_second", row.goodputBps());
            put(object, "ours_over_peer", row.oursOverPeer());
            put(object, "cpu_seconds_per_gigabyte", row.cpuPerGb());
        }
        ArrayNode runs = all.putArray("runs");
        for (PeerResult result : results) {
            ObjectNode object = runs.addObject();
            object.put("round", result.turn().round()).put("mtu", result.turn().mtu());
            object.put("peer", result.turn().peer().key());
            put(object, "bits_per_second", result.goodputBps());
            put(object, "cpu_seconds_per_gigabyte", result.cpuPerGb());
            if (!result.failure().isEmpty()) {
                object.put("failure", result.failure());
            }
        }
        ObjectNode reasons = all.putObject("skipped");
        skipped.forEach((peer, why) -> reasons.put(peer.key(), why));
        return JSON.writeValueAsString(all);
    }

    private static void put(ObjectNode object, String key, Spread spread) {
        if (spread.count() > 0) {
            ObjectNode figures = object.putObject(key);
            put(figures, "median", spread.median());
            put(figures, "least", spread.least());
            put(figures, "most", spread.most());
        }
    }

    private static void put(ObjectNode object, String key, double value) {
        if (Double.isFinite(value)) {
            object.put(key, value);
        }
    }
}
