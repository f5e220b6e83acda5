package org.urdma4j.tools.pcap;

import org.urdma4j.codec.net.Pfc;
import org.urdma4j.measure.capture.CaptureTotals;
import org.urdma4j.measure.capture.FlowSummary;
import org.urdma4j.measure.capture.FlowTable;
import org.urdma4j.measure.capture.PauseTally;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.Quantity;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The flows for people: two lines each, and what is not theirs. */
final class FlowText {
    /** From nothing to most. */
    private static final String RAMP = " .:-=+*#%@";

    private static final double PERCENT = 100;

    private FlowText() {}

    static void print(
            String file,
            CaptureTotals totals,
            FlowTable table,
            List<FlowSummary> flows,
            int top,
            PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%s: %s%d RoCE packets, %d others, %d flows%n",
                file,
                totals.cut() + totals.undivided() > 0 ? "at least " : "",
                totals.packets(),
                totals.others(),
                flows.size());
        notes(totals, table, out);
        long shown = top == 0 ? flows.size() : top;
        flows.stream().limit(shown).forEach(flow -> print(flow, out));
        if (flows.size() > shown) {
            out.printf(Locale.ROOT, "and %d more flows (--top 0)%n", flows.size() - shown);
        }
    }

    private static void notes(CaptureTotals totals, FlowTable table, PrintWriter out) {
        note(totals.damaged(), "packets with a wrong ICRC, which count nowhere", out);
        note(totals.malformed(), "frames that RoCE doesn't allow", out);
        note(totals.unchecked(), "packets cut short, whose ICRC can't be checked", out);
        note(totals.undivided(), "of them may be several packets in one frame (GSO, GRO)", out);
        note(totals.cut(), "frames cut short before they show what they are", out);
        note(table.untracked(), "packets of more flows than are kept", out);
        PauseTally pauses = table.pauses();
        if (pauses.isCut()) {
            out.println("  PAUSE and PFC: unknown, cut short");
            return;
        }
        if (pauses.pauses() + pauses.ends() > 0) {
            out.printf(
                    Locale.ROOT,
                    "  PAUSE: stopped %d times, let go %d times%n",
                    pauses.pauses(),
                    pauses.ends());
        }
        for (int i = 0; i < Pfc.PRIORITIES; i++) {
            if (pauses.stops(i) + pauses.resumes(i) > 0) {
                out.printf(
                        Locale.ROOT,
                        "  PFC, priority %d: stopped %d times, let go %d times%n",
                        i,
                        pauses.stops(i),
                        pauses.resumes(i));
            }
        }
    }

    private static void note(long count, String words, PrintWriter out) {
        if (count > 0) {
            out.printf(Locale.ROOT, "  %d %s%n", count, words);
        }
    }

    private static void print(FlowSummary flow, PrintWriter out) {
        out.printf("%s  %s%n", flow.name(), flow.profile());
        List<String> facts = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        if (flow.packets() == null) {
            out.println("  unknown: frames between these hosts are cut short");
            return;
        }
        facts.add(flow.packets() + " packets");
        if (flow.payloadBytes() == null) {
            unknown.add("payload");
        } else if (flow.payloadBytes() > 0) {
            facts.add(Quantity.SIZE.show(flow.payloadBytes()));
        }
        if (flow.goodputBps() != null) {
            facts.add(Quantity.RATE.show(flow.goodputBps()));
        }
        if (flow.passed() == null || flow.reordered() == null) {
            unknown.add("loss");
        } else if (flow.loss() != null && flow.loss() > 0) {
            facts.add("loss " + Numbers.brief(PERCENT * flow.loss()) + " %");
        }
        add(facts, flow.again(), "sent again");
        add(facts, flow.duplicates(), "duplicates");
        add(facts, flow.reordered(), "late");
        add(facts, flow.repairs(), "repair packets");
        add(facts, flow.reportedRepaired(), "repaired");
        add(facts, flow.acks(), "acknowledgements");
        add(facts, flow.naks(), "NAKs");
        add(facts, flow.rnrNaks(), "RNR NAKs");
        if (flow.acks() == null) {
            unknown.add("answers");
        }
        add(facts, flow.cnps(), "CNPs");
        add(facts, flow.marked(), "marked CE");
        if (flow.rttMs() != null) {
            facts.add(
                    "RTT %s (least %s)"
                            .formatted(
                                    Quantity.TIME.show(flow.rttMs().mean()),
                                    Quantity.TIME.show(flow.rttMs().min())));
        }
        if (!unknown.isEmpty()) {
            facts.add("unknown, as packets are cut short: " + String.join(", ", unknown));
        }
        out.println("  " + String.join(", ", facts));
        picture(flow, out);
    }

    private static void add(List<String> facts, Long count, String words) {
        if (count != null && count > 0) {
            facts.add(count + " " + words);
        }
    }

    private static void picture(FlowSummary flow, PrintWriter out) {
        double most =
                flow.series().stream().mapToDouble(FlowSummary.Point::goodputBps).max().orElse(0);
        if (most <= 0 || flow.series().size() < 2) {
            return;
        }
        StringBuilder picture = new StringBuilder();
        for (FlowSummary.Point point : flow.series()) {
            // What is more than nothing is seen.
            int level = (int) Math.ceil(point.goodputBps() / most * (RAMP.length() - 1));
            picture.append(RAMP.charAt(level));
        }
        double step = flow.series().get(1).seconds() - flow.series().get(0).seconds();
        out.printf(
                Locale.ROOT,
                "  |%s| @ is %s, each %s%n",
                picture,
                Quantity.RATE.show(most),
                Quantity.TIME.show(step * 1000));
    }
}
