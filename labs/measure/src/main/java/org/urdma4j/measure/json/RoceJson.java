package org.urdma4j.measure.json;

import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.measure.roce.RoceOptions;
import org.urdma4j.measure.roce.RoceResult;

import java.util.List;
import java.util.Locale;

/** Runs over a lossless fabric for programs. */
public final class RoceJson {
    private RoceJson() {}

    public static List<JsonObject> rows(List<RoceResult> results) {
        return results.stream().map(RoceJson::row).toList();
    }

    private static JsonObject row(RoceResult result) {
        RoceResult.Totals totals = result.totals();
        return new JsonObject()
                .put("scenario", result.options().scenario().label())
                .put("goodput_bps", result.goodputBps())
                .put("jain", result.jain())
                .put("flows", result.flows().stream().map(RoceJson::flow).toList())
                .put("pause_frames", totals.pauseFrames())
                .put("paused_share", result.pausedShare())
                .putMs("still_ms", result.stillNs())
                .put("marked", totals.marked())
                .put("dropped_threshold", totals.overThreshold())
                .put("dropped_headroom", totals.overHeadroom())
                .put("dropped_watchdog", totals.byWatchdog())
                .put("storms", totals.storms())
                .putMs("elapsed_ms", result.elapsedNs())
                .putText("failure", result.failure())
                .put("options", options(result.options()))
                .put("points", result.points().stream().map(RoceJson::point).toList());
    }

    private static JsonObject flow(RoceResult.Flow flow) {
        return new JsonObject()
                .put("from", flow.from())
                .put("to", flow.to())
                .put("priority", flow.priority())
                .put("goodput_bps", flow.goodputBps())
                .put("placed_bytes", flow.placedBytes());
    }

    private static JsonObject point(RoceResult.Point point) {
        return new JsonObject()
                .putMs("at_ms", point.atNs())
                .put("goodput_bps", point.goodputBps())
                .put("queue_bytes", point.queueBytes())
                .put("stopped_ports", point.stoppedPorts());
    }

    private static JsonObject options(RoceOptions options) {
        boolean first = options.encapsulation() == Encapsulation.ROCE_V1;
        return new JsonObject()
                .put("roce", first ? "v1" : "v2")
                .put("priority", options.priority())
                .put("victim_priority", options.victimPriority())
                .put("senders", options.senders())
                .put("rate_bps", options.cable().bitsPerSecond())
                .putMs("cable_ms", options.cable().delayNs())
                .put("pfc", options.pfc())
                .put("buffer", options.switches().bufferBytes())
                .put("headroom", options.headroomBytes())
                .putMs("watchdog_ms", options.switches().watchdogNs())
                .put("cc", options.control().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .put("window", options.windowBytes())
                .put("timeout", options.timeout())
                .putMs("time_ms", options.timeNs())
                .put("seed", options.seed());
    }
}
