package org.urdma4j.lab.latency;

import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;

import java.util.List;

/** The same for programs: one object, with every run. What isn't known is left out. */
public final class LatencyJson {
    private LatencyJson() {}

    public static String of(LatencyPlan plan, List<LatencyResult> results) {
        return Json.text(
                new JsonObject()
                        .put("rounds", plan.schedule().rounds())
                        .put("size", plan.size())
                        .put("time_s", plan.schedule().timeS())
                        .put("omit_s", plan.schedule().omitS())
                        .put(
                                "rows",
                                LatencyRow.of(plan, results).stream()
                                        .map(LatencyJson::row)
                                        .toList())
                        .put("runs", results.stream().map(LatencyJson::run).toList()));
    }

    private static JsonObject row(LatencyRow row) {
        return new JsonObject()
                .put("mtu", row.mtu())
                .put("busy_poll_us", row.busyPollUs())
                .put("asker", row.asker().key())
                .put("again", row.again())
                .putKnown("p50_us", row.p50Us().json())
                .putKnown("p50_over_echo", row.p50OverEcho().json())
                .putKnown("p99_us", row.p99Us().json())
                .putKnown("p99_over_echo", row.p99OverEcho().json())
                .putKnown("p999_us", row.p999Us().json())
                .putKnown("per_second", row.perS().json());
    }

    private static JsonObject run(LatencyResult result) {
        LatencyTurn turn = result.turn();
        return new JsonObject()
                .put("round", turn.round())
                .put("mtu", turn.mtu())
                .put("busy_poll_us", turn.busyPollUs())
                .put("asker", turn.asker().key())
                .putFinite("p50_us", result.trips().p50Us())
                .putFinite("p99_us", result.trips().p99Us())
                .putFinite("p999_us", result.trips().p999Us())
                .putFinite("per_second", result.trips().perS())
                .putFinite("again", result.trips().again())
                .putKnown("failure", result.failure().isEmpty() ? null : result.failure());
    }
}
