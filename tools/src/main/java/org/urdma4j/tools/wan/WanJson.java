package org.urdma4j.tools.wan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

import org.urdma4j.gateway.bridge.frame.MemoryBound;
import org.urdma4j.gateway.tap.TapAddress;
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
import java.util.Map;

/** For programs: one object a line, {@code {"event": …, "data": …}}. */
final class WanJson implements WanOutput {
    private final EventLines lines;

    WanJson(PrintWriter out) {
        lines = new EventLines(out);
    }

    @Override
    public void ready(WanConfig config) {
        lines.print("ready", Ready.of(config));
    }

    @Override
    public void interval(double seconds, WanReport report) {
        lines.print(
                "interval",
                new Interval(
                        seconds,
                        Counts.of(report.path().there(), seconds),
                        Counts.of(report.path().back(), seconds),
                        gateways(report)));
    }

    /** Both gateways' counts by name, or null where there are none. */
    private static List<Map<String, Long>> gateways(WanReport report) {
        return report.gateways().isEmpty()
                ? null
                : report.gateways().stream().map(GatewayTable::of).toList();
    }

    private static List<List<GatewayFlows.Row>> flows(WanReport report) {
        return report.gateways().isEmpty()
                ? null
                : report.gateways().stream().map(it -> GatewayFlows.rows(it.flows())).toList();
    }

    @Override
    public void end(double seconds, WanConfig config, WanReport report, Verdict verdict) {
        lines.print(
                "end",
                new End(
                        seconds,
                        verdict.isVoid(),
                        verdict.isVoid() ? verdict.reason() : null,
                        verdict.limitNs() / 1e6,
                        verdict.lateNs() / 1e6,
                        verdict.selfDrops(),
                        Counts.of(report.path().there(), seconds),
                        Counts.of(report.path().back(), seconds),
                        gateways(report),
                        flows(report),
                        Ready.of(config)));
    }

    private record Ready(
            EndJson first,
            EndJson second,
            long rateBps,
            double rttMs,
            long queueBytes,
            double loss,
            double reverseLoss,
            String ecn,
            int mtu,
            long seed,
            String gateways,
            long gatewayMemoryBytes) {
        static Ready of(WanConfig config) {
            LinkConfig there = config.there();
            return new Ready(
                    EndJson.of(config, config.from(), config.first()),
                    EndJson.of(config, config.to(), config.second()),
                    there.rateBps(),
                    config.rttNs() / 1e6,
                    there.queueBytes(),
                    there.loss().meanLoss(),
                    config.back().loss().meanLoss(),
                    there.marking().toString(),
                    config.mtu(),
                    config.seed(),
                    config.gateways().map(WanGateways::scheme).orElse("none"),
                    config.gateways().map(pair -> MemoryBound.bytes(pair.each())).orElse(0L));
        }
    }

    private record EndJson(String namespace, String device, String ipv4, String ipv6) {
        static EndJson of(WanConfig config, String namespace, TapAddress address) {
            boolean bare = config.bare();
            return new EndJson(
                    namespace,
                    config.device(),
                    bare ? null : address.ipv4(),
                    bare ? null : address.ipv6());
        }
    }

    private record Interval(
            double seconds,
            Counts there,
            Counts back,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<Map<String, Long>> gateways) {}

    private record End(
            double seconds,
            @JsonProperty("void") boolean invalid,
            String reason,
            double lateLimitMs,
            double lateMsP99,
            long selfDrops,
            Counts there,
            Counts back,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<Map<String, Long>> gateways,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<List<GatewayFlows.Row>> gatewayFlows,
            Ready path) {}

    private record Late(double p50, double p99, double max) {
        static Late of(LatenessSummary late) {
            return new Late(late.p50Ns() / 1e6, late.p99Ns() / 1e6, late.maxNs() / 1e6);
        }
    }

    private record Counts(
            long offered,
            long offeredBytes,
            long delivered,
            long deliveredBytes,
            long wireBytes,
            double wireBitsPerSecond,
            long queueDrops,
            long lost,
            long duplicated,
            long corrupted,
            long reordered,
            long ecnMarked,
            double maxQueueMs,
            double queuedMs,
            long framesRead,
            long framesWritten,
            long refused,
            long overflowed,
            Late lateInMs,
            Late lateOutMs) {
        static Counts of(DirectionReport d, double seconds) {
            return new Counts(
                    d.offered(),
                    d.offeredBytes(),
                    d.delivered(),
                    d.deliveredBytes(),
                    d.wireBytes(),
                    8 * d.wireBytes() / seconds,
                    d.droppedByQueue(),
                    d.lost(),
                    d.duplicated(),
                    d.corrupted(),
                    d.reordered(),
                    d.marked(),
                    d.maxQueuedNs() / 1e6,
                    d.totalQueuedNs() / 1e6,
                    d.framesRead(),
                    d.framesWritten(),
                    d.refused(),
                    d.overflowed(),
                    Late.of(d.lateIn()),
                    Late.of(d.lateOut()));
        }
    }
}
