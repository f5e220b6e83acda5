package org.urdma4j.report.evaluation;

import org.urdma4j.measure.evaluation.Disturbance;
import org.urdma4j.measure.evaluation.EvaluationCell;
import org.urdma4j.measure.evaluation.EvaluationFinding;
import org.urdma4j.measure.evaluation.EvaluationPath;
import org.urdma4j.measure.evaluation.ScenarioRun;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.Quantity;

import java.util.Locale;

/** How cells and what was found are called, the same on the screen and on the page. */
public final class EvaluationLabels {
    private static final double NS_MS = 1e6;

    private EvaluationLabels() {}

    /** Returns a cell such as {@code 500 Mbit/s, 20 ms, 1 BDP, 1 of bbr, then 1 of ours}. */
    public static String cell(EvaluationCell cell) {
        EvaluationPath path = cell.path();
        return "%s, %s, %s BDP, %s%s%s%s%s%s"
                .formatted(
                        Quantity.RATE.show(path.rateBps()),
                        Quantity.TIME.show(path.rttNs() / NS_MS),
                        Numbers.brief(path.queueBdp()),
                        flows(cell),
                        receivers(cell),
                        share(", loss", path.loss()),
                        share(", loss on the way back", path.reverseLoss()),
                        share(", held back", path.reorder()),
                        disturbance(path));
    }

    private static String flows(EvaluationCell cell) {
        String paths = cell.paths() > 1 ? " with %d paths".formatted(cell.paths()) : "";
        String ours = "%d of ours%s".formatted(cell.ours(), paths);
        if (cell.rivals() == 0) {
            return ours;
        }
        String rivals =
                "%d of %s".formatted(cell.rivals(), cell.rival().name().toLowerCase(Locale.ROOT));
        return cell.oursFirst() ? ours + ", then " + rivals : rivals + ", then " + ours;
    }

    private static String receivers(EvaluationCell cell) {
        return cell.honest()
                ? ""
                : " whose receiver "
                        + cell.receivers().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String share(String name, double share) {
        return share == 0 ? "" : "%s %s %%".formatted(name, Numbers.brief(100 * share));
    }

    private static String disturbance(EvaluationPath path) {
        if (path.disturbance() == Disturbance.NONE) {
            return "";
        }
        String amount = Numbers.brief(path.amount());
        return switch (path.disturbance()) {
            case RATE -> ", rate times " + amount;
            case DELAY -> ", round trip times " + amount;
            case WIRELESS -> ", rate from %s times that on".formatted(amount);
            case BREAKER -> ", cut off for %s round trips".formatted(amount);
            default -> ", dead for %s round trips".formatted(amount);
        };
    }

    /** Returns what each kind of flow had such as {@code 0.07 : 1.93}, or what broke. */
    public static String shares(ScenarioRun run) {
        EvaluationFinding finding = run.finding();
        if (!finding.failure().isEmpty()) {
            return finding.failure();
        }
        if (run.cell().rivals() > 0) {
            return "%s : %s"
                    .formatted(
                            Numbers.fixed(finding.share(), 2),
                            Numbers.fixed(finding.rivalShare(), 2));
        }
        String ours =
                run.cell().ours() == 1
                        ? Numbers.fixed(finding.share(), 2)
                        : "%s to %s"
                                .formatted(
                                        Numbers.fixed(finding.least(), 2),
                                        Numbers.fixed(finding.most(), 2));
        return run.cell().path().disturbance() == Disturbance.BREAKER ? ours + cut(finding) : ours;
    }

    private static String cut(EvaluationFinding finding) {
        return ", %s of the link while cut off, %d times by themselves"
                .formatted(Numbers.fixed(finding.cut(), 2), finding.trips());
    }
}
