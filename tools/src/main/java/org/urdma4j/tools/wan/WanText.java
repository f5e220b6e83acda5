package org.urdma4j.tools.wan;

import static java.util.Locale.ROOT;

import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.wan.Verdict;
import org.urdma4j.wan.WanConfig;
import org.urdma4j.wan.WanPath;
import org.urdma4j.wan.shuttle.DirectionReport;
import org.urdma4j.wan.shuttle.LatenessSummary;
import org.urdma4j.wan.shuttle.ShuttleReport;

import java.io.PrintWriter;
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
                WanPath.FIRST.ipv4(),
                config.to(),
                WanPath.SECOND.ipv4(),
                there.rateBps() == LinkConfig.UNLIMITED
                        ? "no limit"
                        : "%.1f Mbit/s".formatted(there.rateBps() / 1e6),
                config.rttNs() / 1e6,
                there.queueBytes(),
                config.mtu(),
                config.seed());
        out.println("ready");
        out.flush();
    }

    @Override
    public void interval(double seconds, ShuttleReport report) {
        out.printf(
                ROOT,
                "%8.1f s  there %d packets, %d lost, %d queue drops;  back %d, %d, %d%n",
                seconds,
                report.there().offered(),
                report.there().lost(),
                report.there().droppedByQueue(),
                report.back().offered(),
                report.back().lost(),
                report.back().droppedByQueue());
        out.flush();
    }

    @Override
    public void end(double seconds, WanConfig config, ShuttleReport report, Verdict verdict) {
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

    private void row(ShuttleReport report, String name, Function<DirectionReport, String> value) {
        out.printf(
                ROOT,
                "%-28s %20s %20s%n",
                name,
                value.apply(report.there()),
                value.apply(report.back()));
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
