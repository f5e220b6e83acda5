package org.urdma4j.lab.latency;

import org.urdma4j.lab.Spread;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** The same for programs: one object, with every run. What isn't known is left out. */
public final class LatencyJson {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private LatencyJson() {}

    /** Returns the text. */
    public static String of(LatencyPlan plan, List<LatencyResult> results) {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        all.put("rounds", plan.schedule().rounds()).put("size", plan.size());
        all.put("time_s", plan.schedule().timeS()).put("omit_s", plan.schedule().omitS());
        ArrayNode rows = all.putArray("rows");
        for (LatencyRow row : LatencyRow.of(plan, results)) {
            ObjectNode object = rows.addObject();
            object.put("mtu", row.mtu()).put("busy_poll_us", row.busyPollUs());
            object.put("asker", row.asker().key()).put("again", row.again());
            put(object, "p50_us", row.p50Us());
            put(object, "p50_over_echo", row.p50OverEcho());
            put(object, "p99_us", row.p99Us());
            put(object, "p99_over_echo", row.p99OverEcho());
            put(object, "p999_us", row.p999Us());
            put(object, "per_second", row.perS());
        }
        ArrayNode runs = all.putArray("runs");
        for (LatencyResult result : results) {
            LatencyTurn turn = result.turn();
            ObjectNode object = runs.addObject();
            object.put("round", turn.round()).put("mtu", turn.mtu());
            object.put("busy_poll_us", turn.busyPollUs()).put("asker", turn.asker().key());
            put(object, "p50_us", result.trips().p50Us());
            put(object, "p99_us", result.trips().p99Us());
            put(object, "p999_us", result.trips().p999Us());
            put(object, "per_second", result.trips().perS());
            put(object, "again", result.trips().again());
            if (!result.failure().isEmpty()) {
                object.put("failure", result.failure());
            }
        }
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
