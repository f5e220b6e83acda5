package org.urdma4j.tools.bench;

import org.urdma4j.measure.published.PublishedResult;
import org.urdma4j.measure.published.PublishedTest.Figures;
import org.urdma4j.report.chart.Numbers;

import java.io.PrintWriter;
import java.util.List;

/** Published tests as a table, what was measured beside what others have. */
final class PublishedText {
    private static final String ROW = "%-14s%-42s%16s%16s%16s%16s%n";

    private PublishedText() {}

    static void print(String tried, List<PublishedResult> results, PrintWriter out) {
        out.println("seconds until all has arrived, mean and 90th percentile");
        out.printf(ROW, "", "", tried, "C4", "its BBR", "its CUBIC");
        for (PublishedResult result : results) {
            List<Figures> figures = result.test().figures();
            out.printf(
                    ROW,
                    result.test().label(),
                    result.test().what(),
                    both(result.mean(), result.p90()),
                    column(figures, 0),
                    column(figures, 1),
                    column(figures, 2));
        }
        out.flush();
    }

    private static String column(List<Figures> figures, int number) {
        return number < figures.size()
                ? both(figures.get(number).mean(), figures.get(number).p90())
                : "";
    }

    private static String both(double mean, double p90) {
        return Double.isNaN(mean) ? "-" : Numbers.fixed(mean, 2) + " " + Numbers.fixed(p90, 2);
    }
}
