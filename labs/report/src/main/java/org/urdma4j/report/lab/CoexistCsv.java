package org.urdma4j.report.lab;

import org.urdma4j.lab.coexist.CoexistCell;
import org.urdma4j.lab.coexist.CoexistFigures;
import org.urdma4j.lab.coexist.CoexistResult;
import org.urdma4j.report.chart.Numbers;

import java.io.IOException;
import java.util.List;

/**
 * Cells beside TCP as CSV (RFC 4180, lines ending in LF): a line for each, after one with names.
 * What was not measured is an empty field.
 */
public final class CoexistCsv {
    private static final String NAMES =
            "rival,rivals,rate_bps,rtt_ms,queue_bdp,first,ours,rivals_least,rivals_most,use,"
                    + "queue_p95_ms,after_queue_p95_ms,after_use,retransmits,rivals_retransmits,"
                    + "lateness_p99_us,void,failure\n";

    private CoexistCsv() {}

    /** Writes them in the order in which they ran. */
    public static void write(List<CoexistResult> results, Appendable out) throws IOException {
        out.append(NAMES);
        for (CoexistResult result : results) {
            out.append(line(result));
        }
    }

    private static String line(CoexistResult result) {
        CoexistCell cell = result.cell();
        CoexistFigures figures = result.figures();
        return String.join(
                        ",",
                        cell.rival(),
                        String.valueOf(cell.rivals()),
                        String.valueOf(cell.rateBps()),
                        Numbers.plain(cell.rttNs() / 1e6),
                        Numbers.plain(cell.queueBdp()),
                        CoexistNames.first(cell),
                        number(figures.ours()),
                        number(figures.least()),
                        number(figures.most()),
                        number(figures.use()),
                        number(figures.queueP95Ms()),
                        number(figures.afterP95Ms()),
                        number(figures.afterUse()),
                        result.trace()
                                .map(trace -> String.valueOf(trace.ours().retransmits()))
                                .orElse(""),
                        result.trace()
                                .map(trace ->
                                        trace.rivals().stream()
                                                .mapToLong(rival -> rival.retransmits())
                                                .sum())
                                .map(String::valueOf)
                                .orElse(""),
                        number(result.path().latenessP99Us()),
                        quoted(result.path().reason()),
                        quoted(result.failure()))
                + "\n";
    }

    private static String number(double value) {
        return Double.isFinite(value) ? Numbers.plain(value) : "";
    }

    private static String quoted(String text) {
        return text.isEmpty() ? "" : '"' + text.replace("\"", "\"\"") + '"';
    }
}
