package org.urdma4j.tools.bench;

import org.urdma4j.measure.run.FlowInterval;
import org.urdma4j.measure.run.FlowSum;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.traffic.PathGauge;

import java.util.Locale;

/**
 * A line for each interval, 100 columns at most, or a mark more; a dash for what this side doesn't
 * see.
 */
final class IntervalLine {
    private static final String UNSEEN = "-";
    private static final double NS_PER_MS = 1e6;

    private IntervalLine() {}

    /** Returns the names of the columns. */
    static String head() {
        return line(
                "interval s",
                "goodput",
                "pacing",
                "RTT/least ms",
                "in flight",
                "resent",
                "lost",
                "drops",
                "CPU %",
                "");
    }

    /** {@code mark} stands behind it. */
    static String of(FlowInterval flow, Side side, String mark) {
        PathGauge path = flow.path();
        boolean sender = flow.senderSeen();
        return line(
                String.format(Locale.ROOT, "%.2f-%.2f", flow.start(), flow.end()),
                Quantities.rate(flow.goodputBps()),
                sender ? Quantities.rate((double) path.pacingBps()) : UNSEEN,
                sender ? ms((double) path.rttNs()) + "/" + ms((double) path.minRttNs()) : UNSEEN,
                sender ? Quantities.bytes(path.inFlightBytes()) : UNSEEN,
                sender ? String.valueOf(flow.sender().retransmitted()) : UNSEEN,
                sender ? String.valueOf(flow.lost()) : UNSEEN,
                flow.receiverSeen() ? String.valueOf(flow.receiver().socketDrops()) : UNSEEN,
                cpu(flow, side),
                mark + (flow.omitted() ? " omitted" : ""));
    }

    /** Of flows between this host and several others: what can be added up, to the client. */
    static String sum(FlowSum flows) {
        FlowInterval first = flows.first();
        return line(
                String.format(Locale.ROOT, "%.2f-%.2f", first.start(), first.end()),
                Quantities.rate(flows.goodputBps()),
                Quantities.rate(flows.sum(flow -> (double) flow.path().pacingBps())),
                UNSEEN,
                Quantities.bytes(flows.count(flow -> flow.path().inFlightBytes())),
                flows.count(flow -> flow.sender().retransmitted()),
                flows.count(FlowInterval::lost),
                UNSEEN,
                UNSEEN,
                " sum" + (first.omitted() ? " omitted" : ""));
    }

    /** Returns percents of a processor: of the client and the server, a server alone its own. */
    static String cpu(FlowInterval flow, Side side) {
        String local = percent(flow.cpuLocal().totalPercent());
        return side == Side.SERVER ? local : local + "/" + percent(flow.cpuRemote().totalPercent());
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    private static String ms(double ns) {
        return String.format(Locale.ROOT, "%.2f", ns / NS_PER_MS);
    }

    private static String line(Object... values) {
        return String.format(Locale.ROOT, "%11s %12s %12s %13s %9s %7s %6s %6s %7s%s", values);
    }
}
