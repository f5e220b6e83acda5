package org.urdma4j.report.lab;

import org.urdma4j.lab.coexist.CoexistCell;
import org.urdma4j.lab.coexist.CoexistFigures;
import org.urdma4j.lab.coexist.CoexistResult;
import org.urdma4j.lab.coexist.CoexistTrace;
import org.urdma4j.lab.coexist.FlowTrace;
import org.urdma4j.report.chart.Csv;

import java.io.IOException;
import java.util.List;

/** Cells beside TCP as {@link Csv}: a line for each, after one with names. */
public final class CoexistCsv {
    private static final String NAMES =
            "rival,rivals,rate_bps,rtt_ms,queue_bdp,first,ours,rivals_least,rivals_most,use,"
                    + "queue_p95_ms,after_queue_p95_ms,after_use,retransmits,rivals_retransmits,"
                    + "lateness_p99_us,void,failure\n";

    private CoexistCsv() {}

    public static void write(List<CoexistResult> results, Appendable out) throws IOException {
        out.append(NAMES);
        for (CoexistResult result : results) {
            out.append(line(result));
        }
    }

    private static String line(CoexistResult result) {
        CoexistCell cell = result.cell();
        CoexistFigures figures = result.figures();
        return Csv.line(
                cell.rival(),
                cell.rivals(),
                cell.rateBps(),
                cell.rttNs() / 1e6,
                cell.queueBdp(),
                CoexistNames.first(cell),
                figures.ours(),
                figures.least(),
                figures.most(),
                figures.use(),
                figures.queueP95Ms(),
                figures.afterP95Ms(),
                figures.afterUse(),
                result.trace().map(trace -> (Object) trace.ours().retransmits()).orElse(""),
                result.trace().map(trace -> (Object) rivals(trace)).orElse(""),
                result.path().latenessP99Us(),
                Csv.quoted(result.path().reason()),
                Csv.quoted(result.failure()));
    }

    private static long rivals(CoexistTrace trace) {
        return trace.rivals().stream().mapToLong(FlowTrace::retransmits).sum();
    }
}
