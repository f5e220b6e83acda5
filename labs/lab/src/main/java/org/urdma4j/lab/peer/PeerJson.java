package org.urdma4j.lab.peer;

import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;

import java.util.List;
import java.util.Map;

/** The same for programs: one object, with every run. What isn't known is left out. */
public final class PeerJson {
    private PeerJson() {}

    /**
     * Returns the text.
     *
     * @param skipped peers that weren't run, with the reason
     */
    public static String of(PeerPlan plan, Map<Peer, String> skipped, List<PeerResult> results) {
        JsonObject reasons = new JsonObject();
        skipped.forEach((peer, why) -> reasons.put(peer.key(), why));
        return Json.text(
                new JsonObject()
                        .put("rounds", plan.rounds())
                        .put("time_s", plan.timeS())
                        .put("omit_s", plan.omitS())
                        .put("rows", PeerRow.of(plan, results).stream().map(PeerJson::row).toList())
                        .put("runs", results.stream().map(PeerJson::run).toList())
                        .put("skipped", reasons));
    }

    private static JsonObject row(PeerRow row) {
        return new JsonObject()
                .put("mtu", row.mtu())
                .put("peer", row.peer().key())
                .putKnown("bits_per_second", row.goodputBps().json())
                .putKnown("ours_over_peer", row.oursOverPeer().json())
                .putKnown("cpu_seconds_per_gigabyte", row.cpuPerGb().json());
    }

    private static JsonObject run(PeerResult result) {
        return new JsonObject()
                .put("round", result.turn().round())
                .put("mtu", result.turn().mtu())
                .put("peer", result.turn().peer().key())
                .putFinite("bits_per_second", result.goodputBps())
                .putFinite("cpu_seconds_per_gigabyte", result.cpuPerGb())
                .putKnown("failure", result.failure().isEmpty() ? null : result.failure());
    }
}
