package org.urdma4j.report.matrix;

import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.report.chart.CurveRules;
import org.urdma4j.report.chart.Markup;
import org.urdma4j.report.chart.PageHead;

import java.io.IOException;
import java.util.Locale;

/** One run with its trace as a page that needs nothing else. */
public final class TracePage {
    /** Of a page that has {@link #charts}. */
    public static final String RULES = CurveRules.CSS + TraceCharts.CSS;

    private TracePage() {}

    /**
     * Writes the page.
     *
     * @param result of a run with a trace
     */
    public static void write(SimResult result, Appendable out) throws IOException {
        String title = what(result.options());
        out.append(PageHead.of("urdma4j: " + title, RULES));
        out.append("<h1>").append(Markup.escape(title)).append("</h1>\n");
        out.append(
                String.format(
                        Locale.ROOT,
                        "<p>%s Gbit/s whole, %s steady (last half); queueing delay 95 %%: %.3f ms."
                                + "</p>\n",
                        Labels.gigabits(result.all().goodputWholeBps()),
                        Labels.gigabits(result.all().goodputSteadyBps()),
                        result.all().queueDelayP95Ns() / 1e6));
        out.append(TraceCharts.of(result)).append("</body>\n</html>\n");
    }

    /** Returns the pictures of a run with a trace. */
    public static String charts(SimResult result) {
        return TraceCharts.of(result);
    }

    private static String what(SimOptions options) {
        return "%s over %s Gbit/s, round trip %s, loss %s"
                .formatted(
                        Labels.profile(options.profile()),
                        Labels.plain(options.rateBps() / 1e9),
                        Labels.rtt(options.rttNs()),
                        Labels.loss(options.loss()));
    }
}
