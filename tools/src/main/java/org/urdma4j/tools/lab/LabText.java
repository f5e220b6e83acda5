package org.urdma4j.tools.lab;

import org.urdma4j.lab.FlowKind;
import org.urdma4j.lab.FlowResult;
import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.LabResults;
import org.urdma4j.lab.Mix;
import org.urdma4j.lab.Spread;
import org.urdma4j.lab.Trial;
import org.urdma4j.lab.TrialResult;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.lab.LabNames;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The results for people: protocols across and cells down, then each of both in a line. */
final class LabText {
    private static final int LEAST_LABEL = 31;
    private static final int FIGURE = 17;

    private final LabResults results;
    private final List<LabCell> cells;
    private final List<Mix> mixes;
    private final PrintWriter out;
    private final int label;

    private LabText(LabResults results, PrintWriter out) {
        this.results = results;
        this.cells = results.plan().cells();
        this.mixes = results.plan().mixes();
        this.out = out;
        this.label =
                cells.stream()
                        .mapToInt(cell -> LabNames.cell(cell).length())
                        .reduce(LEAST_LABEL, Math::max);
    }

    static void print(LabResults results, PrintWriter out) {
        LabText text = new LabText(results, out);
        text.overview();
        text.details();
        text.notes();
        out.flush();
    }

    private void overview() {
        out.println("Goodput in Gbit/s, median, and its share of the selective-repeat bound");
        StringBuilder line = new StringBuilder(left("RTT, loss, link", label));
        for (Mix mix : mixes) {
            line.append(right(mix.name(), width(mix)));
        }
        out.println(line);
        for (LabCell cell : cells) {
            line.setLength(0);
            line.append(left(LabNames.cell(cell), label));
            for (Mix mix : mixes) {
                line.append(right(figure(cell, mix), width(mix)));
            }
            out.println(line);
        }
        out.println();
    }

    private static int width(Mix mix) {
        return Math.max(FIGURE, mix.name().length() + 2);
    }

    private String figure(LabCell cell, Mix mix) {
        Spread goodput = results.goodput(cell, mix);
        if (goodput.count() == 0) {
            List<TrialResult> runs = results.of(cell, mix);
            return runs.isEmpty()
                    ? "-"
                    : runs.stream().anyMatch(TrialResult::ran) ? "void" : "failed";
        }
        return "%s %8s"
                .formatted(
                        LabNames.gigabits(goodput.median()),
                        Numbers.percent(goodput.median() / cell.boundBps()));
    }

    private void details() {
        for (LabCell cell : cells) {
            out.printf(
                    Locale.ROOT,
                    "%s: bound %s Gbit/s%n",
                    LabNames.cell(cell),
                    LabNames.gigabits(cell.boundBps()));
            for (Mix mix : mixes) {
                detail(cell, mix);
            }
            out.println();
        }
    }

    private void detail(LabCell cell, Mix mix) {
        out.println(
                "  "
                        + left(mix.name(), label - 2)
                        + LabNames.gigabits(results.goodput(cell, mix))
                        + ratio(cell, mix));
        if (results.goodput(cell, mix).count() == 0) {
            return;
        }
        for (int i = 0; i < mix.flows().size(); i++) {
            int flow = i;
            String share =
                    mix.flows().size() == 1
                            ? ""
                            : "%s has %s of it; "
                                    .formatted(
                                            mix.flows().get(i).name(),
                                            Numbers.percent(
                                                    results.spread(cell, mix, r -> r.shareOf(flow))
                                                            .median()));
            out.printf(
                    Locale.ROOT,
                    "    %ssent again %s, RTT %s ms, CPU s/GB %s sending, %s receiving%n",
                    share,
                    of(cell, mix, flow, f -> f.retransmits(), 0),
                    of(cell, mix, flow, FlowResult::rttMs, 2),
                    of(cell, mix, flow, FlowResult::cpuSender, 2),
                    of(cell, mix, flow, FlowResult::cpuReceiver, 2));
        }
        Spread machine = results.spread(cell, mix, TrialResult::machineCpu);
        if (Double.isFinite(machine.median())) {
            out.println(
                    "    whole machine less the emulator: CPU s/GB "
                            + Numbers.fixed(machine.median(), 2)
                            + ratioOfCpu(cell, mix));
        }
        if (mix.flows().size() > 1) {
            Spread jain = results.spread(cell, mix, TrialResult::jain);
            out.println("    Jain's index " + Numbers.fixed(jain.median(), 3));
        }
    }

    private String of(
            LabCell cell, Mix mix, int flow, ToDoubleFunction<FlowResult> figure, int digits) {
        Spread spread = results.spread(cell, mix, r -> figure.applyAsDouble(r.flows().get(flow)));
        return Numbers.fixed(spread.median(), digits);
    }

    private String ratio(LabCell cell, Mix mix) {
        Spread ratio = results.ratioToBbr(cell, mix);
        if (ratio.count() == 0 || mix.is(FlowKind.TCP_BBR)) {
            return "";
        }
        return "; %s of tcp-bbr in the same repeat%s"
                .formatted(
                        Numbers.fixed(ratio.median(), 3),
                        ratio.count() < 2
                                ? ""
                                : " (%s-%s)"
                                        .formatted(
                                                Numbers.fixed(ratio.least(), 3),
                                                Numbers.fixed(ratio.most(), 3)));
    }

    private String ratioOfCpu(LabCell cell, Mix mix) {
        Spread ratio = results.cpuRatioToBbr(cell, mix);
        return mix.is(FlowKind.TCP_BBR) || !Double.isFinite(ratio.median())
                ? ""
                : ", %s of tcp-bbr in the same repeat".formatted(Numbers.fixed(ratio.median(), 2));
    }

    private void notes() {
        if (cells.stream().anyMatch(cell -> !cell.rails().isEmpty())
                && mixes.stream().anyMatch(mix -> !mix.is(FlowKind.URDMA))) {
            out.println(
                    "All but urdma have one path, the first rail; the bound is that of all rails.");
        }
        for (TrialResult result : results.trials()) {
            Trial trial = result.trial();
            String run =
                    "%s, %s, repeat %d"
                            .formatted(
                                    trial.mix().name(),
                                    LabNames.cell(trial.cell()),
                                    trial.repeat() + 1);
            if (!result.ran()) {
                out.println("failed: " + run + ": " + result.failure());
            } else if (!result.counts()) {
                out.println(
                        "void after %d attempts: %s, %s Gbit/s: %s"
                                .formatted(
                                        result.attempts(),
                                        run,
                                        LabNames.gigabits(result.goodputBps()),
                                        result.path().reason()));
            }
        }
    }

    private static String left(String text, int width) {
        return String.format(Locale.ROOT, "%-" + width + "s", text);
    }

    private static String right(String text, int width) {
        return String.format(Locale.ROOT, "%" + width + "s", text);
    }
}
