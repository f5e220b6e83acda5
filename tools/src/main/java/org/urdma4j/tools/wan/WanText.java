package org.urdma4j.tools.wan;

import static java.util.Locale.ROOT;

import org.urdma4j.gateway.bridge.frame.MemoryBound;
import org.urdma4j.gateway.tap.TapAddress;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.tools.terminal.GatewayFlows;
import org.urdma4j.tools.terminal.GatewayTable;
import org.urdma4j.wan.Verdict;
import org.urdma4j.wan.WanConfig;
import org.urdma4j.wan.WanReport;
import org.urdma4j.wan.shuttle.DirectionReport;
import org.urdma4j.wan.shuttle.LatenessSummary;

import java.io.PrintWriter;
import java.util.Map;
import java.util.function.Function;

/** For people. */
final class WanText implements WanOutput {
    private final PrintWriter out;

    WanText(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void ready(WanConfig config) {
        LinkConfig there = config.there();
        out.printf(
                ROOT,
                "%s (%s) - %s (%s): %s, RTT %.3f ms, queue %d bytes, MTU %d, seed %d%n",
                config.from(),
                address(config, config.first()),
                config.to(),
                address(config, config.second()),
                there.rateBps() == LinkConfig.UNLIMITED
                        ? "no limit"
                        : "%.1f Mbit/s".formatted(there.rateBps() / 1e6),
                config.rttNs() / 1e6,
                there.queueBytes(),
                config.mtu(),
                config.seed());
        config.gateways()
                .ifPresent(pair ->
                        out.printf(
                                ROOT,
                                "gateways: %s, %.1f MB of memory each at most%n",
                                pair.scheme(),
                                MemoryBound.bytes(pair.each()) / 1e6));
        out.println("ready");
        out.flush();
    }

    private static String address(WanConfig config, TapAddress address) {
        return config.bare() ? config.device() + ", bare" : address.ipv4();
    }

    @Override
    public void interval(double seconds, WanReport report) {
        out.printf(
                ROOT,
                "%8.1f s  there %d packets, %d lost, %d queue drops;  back %d, %d, %d%n",
                seconds,
                report.path().there().offered(),
                report.path().there().lost(),
                report.path().there().droppedByQueue(),
                report.path().back().offered(),
                report.path().back().lost(),
                report.path().back().droppedByQueue());
        out.flush();
    }

    @Override
    public void end(double seconds, WanConfig config, WanReport report, Verdict verdict) {
        out.printf(ROOT, "%n%-28s %20s %20s%n", seconds(seconds), "there", "back");
        row(report, "packets offered", d -> number(d.offered()));
        row(report, "delivered", d -> number(d.delivered()));
        row(report, "dropped by the queue", d -> number(d.droppedByQueue()));
        row(report, "lost", d -> number(d.lost()));
        row(report, "duplicated", d -> number(d.duplicated()));
        row(report, "corrupted", d -> number(d.corrupted()));
        row(report, "reordered", d -> number(d.reordered()));
        row(report, "marked with congestion", d -> number(d.marked()));
        row(report, "Mbit/s on the wire", d -> mbps(8 * d.wireBytes() / seconds));
        row(report, "longest queue, ms", d -> ms(d.maxQueuedNs()));
        row(report, "frames read", d -> number(d.framesRead()));
        row(report, "frames written", d -> number(d.framesWritten()));
        row(report, "refused by the device", d -> number(d.refused()));
        row(report, "read late p50/p99/max, ms", d -> late(d.lateIn()));
        row(report, "written late", d -> late(d.lateOut()));
        if (!report.gateways().isEmpty()) {
            gateways(config, report);
        }
        out.println(
                verdict.isVoid()
                        ? "VOID: " + verdict.reason()
                        : String.format(
                                ROOT,
                                "good: 99 %% of the packets were less than %.3f ms late (limit %.3f)",
                                verdict.lateNs() / 1e6,
                                verdict.limitNs() / 1e6));
        out.flush();
    }

    private void row(WanReport report, String name, Function<DirectionReport, String> value) {
        out.printf(
                ROOT,
                "%-28s %20s %20s%n",
                name,
                value.apply(report.path().there()),
                value.apply(report.path().back()));
    }

    private void gateways(WanConfig config, WanReport report) {
        out.printf(
                ROOT,
                "%n%-28s %20s %20s%n",
                "gateways",
                "at " + config.from(),
                "at " + config.to());
        Map<String, Long> first = GatewayTable.of(report.gateways().getFirst());
        Map<String, Long> second = GatewayTable.of(report.gateways().getLast());
        first.forEach((name, count) ->
                out.printf(
                        ROOT,
                        "%-28s %20d %20d%n",
                        name.replace('_', ' '),
                        count,
                        second.get(name)));
        GatewayFlows.print(out, "flows at " + config.from(), report.gateways().getFirst().flows());
        GatewayFlows.print(out, "flows at " + config.to(), report.gateways().getLast().flows());
    }

    private static String seconds(double seconds) {
        return String.format(ROOT, "%.3f s", seconds);
    }

    private static String number(long value) {
        return Long.toString(value);
    }

    private static String mbps(double bitsPerSecond) {
        return String.format(ROOT, "%.1f", bitsPerSecond / 1e6);
    }

    private static String ms(long ns) {
        return String.format(ROOT, "%.3f", ns / 1e6);
    }

    private static String late(LatenessSummary late) {
        return ms(late.p50Ns()) + "/" + ms(late.p99Ns()) + "/" + ms(late.maxNs());
    }
}
