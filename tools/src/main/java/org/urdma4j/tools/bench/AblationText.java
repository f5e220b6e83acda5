package org.urdma4j.tools.bench;

import org.urdma4j.measure.evaluation.AblationResult;
import org.urdma4j.measure.evaluation.AblationRow;
import org.urdma4j.measure.evaluation.EvaluationOptions;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** What each rule is worth, as a table. */
final class AblationText {
    private static final String ROW = "%-19s%5s%9s  %s%n";

    private AblationText() {}

    static void print(AblationResult result, PrintWriter out) {
        EvaluationOptions options = result.whole().options();
        out.println(
                "%s, %d seeds from %d, %s; with all rules %d of %d runs are met"
                        .formatted(
                                options.candidate().label(),
                                options.seeds(),
                                options.seed(),
                                options.effort().name().toLowerCase(Locale.ROOT),
                                result.whole().met(),
                                result.whole().played()));
        out.printf(ROW, "without", "met", "changed", "- no longer met, + met now");
        for (AblationRow row : result.rows()) {
            out.printf(ROW, row.rule(), row.met(), row.changed(), moved(row));
        }
        out.flush();
    }

    private static String moved(AblationRow row) {
        return (signed(" - ", row.falls()) + signed(" + ", row.rises())).strip();
    }

    private static String signed(String sign, List<String> runs) {
        return runs.isEmpty() ? "" : sign + String.join(", ", runs);
    }
}
