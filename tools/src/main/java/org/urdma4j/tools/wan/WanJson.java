package org.urdma4j.tools.wan;

import org.urdma4j.gateway.bridge.frame.GatewayReport;
import org.urdma4j.gateway.bridge.frame.MemoryBound;
import org.urdma4j.gateway.tap.TapAddress;
import org.urdma4j.measure.json.JsonObject;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.tools.terminal.EventLines;
import org.urdma4j.tools.terminal.GatewayFlows;
import org.urdma4j.tools.terminal.GatewayTable;
import org.urdma4j.wan.Verdict;
import org.urdma4j.wan.WanConfig;
import org.urdma4j.wan.WanGateways;
import org.urdma4j.wan.WanReport;
import org.urdma4j.wan.shuttle.DirectionReport;
import org.urdma4j.wan.shuttle.LatenessSummary;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Function;

/** For programs: one object a line, {@code {"event": …, "data": …}}. */
final class WanJson implements WanOutput {
    private final EventLines lines;

    WanJson(PrintWriter out) {
        lines = new EventLines(out);
    }

    @Override
    public void ready(WanConfig config) {
        lines.print("ready", path(config));
    }

    @Override
    public void interval(double seconds, WanReport report) {
        lines.print("interval", counts(new JsonObject().put("seconds", seconds), seconds, report));
    }

    @Override
    public void end(double seconds, WanConfig config, WanReport report, Verdict verdict) {
        JsonObject end =
                new JsonObject()
                        .put("seconds", seconds)
                        .put("void", verdict.isVoid())
                        .put("reason", verdict.isVoid() ? verdict.reason() : null)
                        .putMs("late_limit_ms", verdict.limitNs())
                        .putMs("late_ms_p99", verdict.lateNs())
                        .put("self_drops", verdict.selfDrops());
        lines.print(
                "end",
                counts(end, seconds, report)
                        .putKnown(
                                "gateway_flows",
                                gateways(report, gateway -> GatewayFlows.rows(gateway.flows())))
                        .put("path", path(config)));
    }

    private static JsonObject counts(JsonObject all, double seconds, WanReport report) {
        return all.put("there", direction(report.path().there(), seconds))
                .put("back", direction(report.path().back(), seconds))
                .putKnown("gateways", gateways(report, GatewayTable::of));
    }

    /** What there is of both gateways, or null where there are none. */
    private static <T> List<T> gateways(WanReport report, Function<GatewayReport, T> of) {
        return report.gateways().isEmpty() ? null : report.gateways().stream().map(of).toList();
    }

    private static JsonObject path(WanConfig config) {
        LinkConfig there = config.there();
        return new JsonObject()
                .put("first", end(config, config.from(), config.first()))
                .put("second", end(config, config.to(), config.second()))
                .put("rate_bps", there.rateBps())
                .putMs("rtt_ms", config.rttNs())
                .put("queue_bytes", there.queueBytes())
                .put("loss", there.loss().meanLoss())
                .put("reverse_loss", config.back().loss().meanLoss())
                .put("ecn", there.marking().toString())
                .put("mtu", config.mtu())
                .put("seed", config.seed())
                .put("gateways", config.gateways().map(WanGateways::scheme).orElse("none"))
                .put(
                        "gateway_memory_bytes",
                        config.gateways().map(pair -> MemoryBound.bytes(pair.each())).orElse(0L));
    }

    private static JsonObject end(WanConfig config, String namespace, TapAddress address) {
        return new JsonObject()
                .put("namespace", namespace)
                .put("device", config.device())
                .put("ipv4", config.bare() ? null : address.ipv4())
                .put("ipv6", config.bare() ? null : address.ipv6());
    }

    private static JsonObject direction(DirectionReport d, double seconds) {
        return new JsonObject()
                .put("offered", d.offered())
                .put("offered_bytes", d.offeredBytes())
                .put("delivered", d.delivered())
                .put("delivered_bytes", d.deliveredBytes())
                .put("wire_bytes", d.wireBytes())
                .put("wire_bits_per_second", 8 * d.wireBytes() / seconds)
                .put("queue_drops", d.droppedByQueue())
                .put("lost", d.lost())
                .put("duplicated", d.duplicated())
                .put("corrupted", d.corrupted())
                .put("reordered", d.reordered())
                .put("ecn_marked", d.marked())
                .putMs("max_queue_ms", d.maxQueuedNs())
                .putMs("queued_ms", d.totalQueuedNs())
                .put("frames_read", d.framesRead())
                .put("frames_written", d.framesWritten())
                .put("refused", d.refused())
                .put("overflowed", d.overflowed())
                .put("late_in_ms", late(d.lateIn()))
                .put("late_out_ms", late(d.lateOut()));
    }

    private static JsonObject late(LatenessSummary late) {
        return new JsonObject()
                .putMs("p50", late.p50Ns())
                .putMs("p99", late.p99Ns())
                .putMs("max", late.maxNs());
    }
}
