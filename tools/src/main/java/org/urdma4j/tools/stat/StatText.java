package org.urdma4j.tools.stat;

import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.Quantity;
import org.urdma4j.transport.stat.DeviceStat;
import org.urdma4j.transport.stat.QpStat;
import org.urdma4j.transport.stat.StreamsFile;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A snapshot for people: a line for each device, one for each queue pair. */
final class StatText {
    private static final String ROW = "  %-9s %-30s %-5s %-9s %13s %13s %9s %10s %10s %13s  %s%n";
    private static final double NS_PER_MS = 1e6;

    private StatText() {}

    static void print(Snapshot now, Snapshot before, int top, PrintWriter out) {
        if (now.devices().isEmpty()) {
            out.println("no process of this user has a device open");
        }
        for (DeviceStat device : now.devices()) {
            print(device, new Rates(device, before), now.timeMs(), top, out);
        }
        now.streams().forEach(found -> print(found, top, out));
        out.flush();
    }

    private static void print(
            DeviceStat device, Rates rates, long nowMs, int top, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%d %s  %s  %d queue pairs  sent %s%s  received %s%s  sent again %d%s%n",
                device.process().pid(),
                device.program(),
                device.device(),
                device.queuePairCount(),
                Quantity.SIZE.show(device.counter(Rates.SENT)),
                inBrackets(rates.sentBits()),
                Quantity.SIZE.show(device.counter(Rates.RECEIVED)),
                inBrackets(rates.receivedBits()),
                device.counter(Rates.AGAIN),
                note(device, nowMs));
        if (device.queuePairs().isEmpty()) {
            return;
        }
        out.printf(
                Locale.ROOT,
                ROW,
                "QP",
                "TO",
                "STATE",
                "PROFILE",
                "SENT",
                "RECEIVED",
                "AGAIN",
                "RTT",
                "IN FLIGHT",
                "PACED",
                "CONGESTION");
        List<QpStat> pairs = busiest(device, rates);
        long shown = top == 0 ? pairs.size() : top;
        pairs.stream().limit(shown).forEach(pair -> print(pair, rates, out));
        long more = device.queuePairCount() - Math.min(shown, pairs.size());
        if (more > 0) {
            out.printf(Locale.ROOT, "  and %d more%n", more);
        }
    }

    private static void print(StreamsFile.Found found, int top, PrintWriter out) {
        List<StreamsFile.Line> lines = new ArrayList<>(found.lines());
        lines.sort(Comparator.comparingLong(each -> -each.sent() - each.received()));
        out.printf(Locale.ROOT, "%d carries %d streams%n", found.pid(), lines.size());
        long shown = top == 0 ? lines.size() : Math.min(top, lines.size());
        for (StreamsFile.Line each : lines.subList(0, (int) shown)) {
            out.printf(
                    Locale.ROOT,
                    "  %s to %s: sent %s, received %s%n",
                    each.peer(),
                    each.target(),
                    Quantity.SIZE.show(each.sent()),
                    Quantity.SIZE.show(each.received()));
        }
        if (shown < lines.size()) {
            out.printf(Locale.ROOT, "  and %d more%n", lines.size() - shown);
        }
    }

    /** In a container of its own a process can't be seen to end. */
    private static String note(DeviceStat device, long nowMs) {
        boolean late = nowMs - device.publishedMs() > 10 * device.intervalMs();
        String silent =
                late ? "  silent for %d s".formatted((nowMs - device.publishedMs()) / 1000) : "";
        return device.process().isComparable() ? silent : "  (other PID namespace)" + silent;
    }

    private static String inBrackets(double bits) {
        return Double.isNaN(bits) ? "" : " (" + Quantity.RATE.show(bits) + ")";
    }

    private static List<QpStat> busiest(DeviceStat device, Rates rates) {
        Comparator<QpStat> byRate =
                Comparator.comparingDouble(pair -> {
                    double bits = rates.sentBits(pair) + rates.receivedBits(pair);
                    return Double.isNaN(bits) ? -1 : bits;
                });
        return device.queuePairs().stream()
                .sorted(
                        byRate.thenComparingLong(pair ->
                                        pair.counter(Rates.SENT) + pair.counter(Rates.RECEIVED))
                                .reversed()
                                .thenComparingInt(QpStat::qpn))
                .toList();
    }

    private static void print(QpStat pair, Rates rates, PrintWriter out) {
        String to =
                pair.peer().isEmpty() ? "-" : "%s 0x%06x".formatted(pair.peer(), pair.destQpn());
        out.printf(
                Locale.ROOT,
                ROW,
                "0x%06x".formatted(pair.qpn()),
                to,
                pair.state(),
                pair.type().equals("RC") ? pair.profile() : pair.type(),
                amount(rates.sentBits(pair), pair.counter(Rates.SENT)),
                amount(rates.receivedBits(pair), pair.counter(Rates.RECEIVED)),
                again(rates, pair),
                pair.rttNs() == 0 ? "-" : Quantity.TIME.show(pair.rttNs() / NS_PER_MS),
                Quantity.SIZE.show(pair.inFlightBytes()),
                pair.pacingBitsPerSecond() == 0
                        ? "-"
                        : Quantity.RATE.show(pair.pacingBitsPerSecond()),
                pair.congestion());
    }

    private static String again(Rates rates, QpStat pair) {
        double perSecond = rates.of(pair, Rates.AGAIN);
        return Double.isNaN(perSecond)
                ? Long.toString(pair.counter(Rates.AGAIN))
                : Numbers.brief(perSecond) + "/s";
    }

    /** A rate if there is one, else what has come together. */
    private static String amount(double bits, long bytes) {
        return Double.isNaN(bits) ? Quantity.SIZE.show(bytes) : Quantity.RATE.show(bits);
    }
}
