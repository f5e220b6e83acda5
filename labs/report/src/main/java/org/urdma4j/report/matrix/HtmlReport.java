package org.urdma4j.report.matrix;

import org.urdma4j.measure.matrix.MatrixResult;
import org.urdma4j.measure.sim.Measures;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.report.chart.Markup;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.PageHead;

import java.io.IOException;
import java.util.Locale;

/** A matrix as one page that needs nothing else: figures, every cell in a table, what ran. */
public final class HtmlReport {
    private static final String RULES =
            """
            rect { stroke: var(--edge); stroke-width: .7; }
            .loss0 { fill: #08306b; } .loss1 { fill: #2171b5; } .loss2 { fill: #4b9fd5; }
            .loss3 { fill: #8cc3e3; } .loss4 { fill: #c3ddf1; } .loss5 { fill: #dcdcdc; }
            th:first-child, td:first-child, td:last-child { text-align: left; }
            """;

    private static final String COLUMNS =
            """
            <tr><th>profile</th><th>RTT</th><th>loss</th><th>steady Gbit/s</th><th>of bound</th>
            <th>whole Gbit/s</th><th>sent again</th><th>spurious</th><th>duplicate</th>
            <th>repair</th><th>queue p50 ms</th><th>queue p95 ms</th><th>start-up ms</th>
            <th>ran s</th><th></th></tr>
            """;

    private static final String METHOD =
            """
            <h2>Method</h2>
            <p>Simulated packet by packet in virtual time: hosts, one bottleneck with a drop-tail
            queue, random loss behind it, propagation delay; the protocol engine is the one that
            runs over sockets. Goodput is payload placed in the receiver's memory. Steady is the
            last half of the run. The bound (red) is payload / (payload + 82 bytes) &times; rate
            &times; (1 &minus; loss), whatever headers the profile has. The standard profile is
            go-back-N at the link's rate, with a timeout of four round trips or more. TCP is the
            simulator's, 1448 bytes in a packet. Each cell can be run alone with the same seed and gives the same figures.</p>
            """;

    private HtmlReport() {}

    public static void write(MatrixResult matrix, Appendable out) throws IOException {
        out.append(PageHead.of("urdma4j: goodput over round trip and loss", RULES));
        out.append("<h1>Goodput over round trip and loss</h1>\n");
        if (!matrix.complete()) {
            out.append("<p>Not all cells have run: it was interrupted.</p>\n");
        }
        if (matrix.results().isEmpty()) {
            out.append("</body>\n</html>\n");
            return;
        }
        out.append("<p>").append(what(matrix.results().getLast().options())).append("</p>\n");
        for (int i = 0; i < matrix.grid().profiles().size(); i++) {
            String name = Labels.profile(matrix.grid().profiles().get(i));
            out.append("<h2>").append(name).append("</h2>\n").append(Figure.of(matrix, i));
        }
        out.append("<h2>All cells</h2>\n<div class=\"wide\"><table>\n").append(COLUMNS);
        for (SimResult result : matrix.results()) {
            out.append(row(result));
        }
        out.append("</table></div>\n").append(METHOD).append("</body>\n</html>\n");
    }

    private static String what(SimOptions options) {
        return String.format(
                Locale.ROOT,
                "%s Gbit/s, MTU %d, %d flow%s, FEC %s, seed %d.",
                Labels.plain(options.rateBps() / 1e9),
                options.payloadBytes(),
                options.flows(),
                options.flows() == 1 ? "" : "s",
                options.fec(),
                options.seed());
    }

    private static String row(SimResult result) {
        SimOptions options = result.options();
        Measures all = result.all();
        String[] values = {
            Labels.profile(options.profile()),
            Labels.rtt(options.rttNs()),
            Labels.loss(options.loss()),
            Labels.gigabits(all.goodputSteadyBps()),
            Numbers.percent(result.shareOfBound()),
            Labels.gigabits(all.goodputWholeBps()),
            small(100 * all.retransmittedShare(), " %"),
            small(100 * all.spuriousShare(), " %"),
            small(100 * all.duplicateShare(), " %"),
            small(100 * all.repairShare(), " %"),
            small(all.queueDelayP50Ns() / 1e6, ""),
            small(all.queueDelayP95Ns() / 1e6, ""),
            small(all.startupNs() / 1e6, ""),
            small(result.elapsedNs() / 1e9, ""),
            all.failure()
        };
        StringBuilder row = new StringBuilder("<tr>");
        for (String value : values) {
            row.append("<td>").append(Markup.escape(value)).append("</td>");
        }
        return row.append("</tr>\n").toString();
    }

    private static String small(double value, String unit) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f%s", value, unit);
    }
}
