package org.urdma4j.report.figures;

import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.report.chart.BarChart;
import org.urdma4j.report.chart.Markup;
import org.urdma4j.report.chart.PageHead;
import org.urdma4j.report.matrix.TracePage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Figures as one page that needs nothing else: the table, then each drawing. */
public final class FiguresPage {
    private static final String RULES =
            """
            .by0 { fill: #e08e45; } .by1 { fill: #2171b5; }
            td { white-space: normal; } th, td { text-align: left; }
            code { font-size: 13px; }
            """;

    private FiguresPage() {}

    /**
     * Writes the page.
     *
     * @param results by figure, in their order
     */
    public static void write(Map<PaperFigure, SimResult> results, Appendable out)
            throws IOException {
        out.append(PageHead.of("urdma4j: figures of the URDMA paper", TracePage.RULES + RULES));
        out.append("<h1>Figures of the URDMA paper</h1>\n<div class=\"wide\"><table>\n")
                .append("<tr><th>figure</th><th>what</th><th>paper</th><th>here</th><th></th>")
                .append("<th>command</th></tr>\n");
        for (Map.Entry<PaperFigure, SimResult> result : results.entrySet()) {
            out.append(row(result.getKey(), result.getValue()));
        }
        out.append("</table></div>\n");
        Map<String, Map<PaperFigure, SimResult>> figures = new LinkedHashMap<>();
        results.forEach((figure, result) ->
                figures.computeIfAbsent(figure.figure(), _ -> new LinkedHashMap<>())
                        .put(figure, result));
        for (Map.Entry<String, Map<PaperFigure, SimResult>> figure : figures.entrySet()) {
            draw(figure.getKey(), figure.getValue(), out);
        }
        out.append("</body>\n</html>\n");
    }

    private static String row(PaperFigure figure, SimResult result) {
        return "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td><code>%s</code></td></tr>\n"
                .formatted(
                        figure.figure(),
                        Markup.escape(figure.plotted()),
                        Markup.escape(figure.paper()),
                        Markup.escape(figure.reading().of(result)),
                        Markup.escape(figure.unit()),
                        Markup.escape(figure.command()));
    }

    private static void draw(String number, Map<PaperFigure, SimResult> of, Appendable out)
            throws IOException {
        out.append("<h2>Figure ").append(number).append("</h2>\n");
        SimResult first = of.values().iterator().next();
        if (first.trace() != null) {
            out.append(TracePage.charts(first));
        } else {
            out.append(bars(number, of));
        }
        for (PaperFigure figure : of.keySet()) {
            if (!figure.note().isEmpty()) {
                String note = figure.plotted() + ": " + figure.note() + ".";
                out.append("<p>").append(Markup.escape(note)).append("</p>\n");
            }
        }
    }

    private static String bars(String number, Map<PaperFigure, SimResult> of) {
        List<BarChart.Group> groups = new ArrayList<>();
        double most = 0;
        for (Map.Entry<PaperFigure, SimResult> each : of.entrySet()) {
            PaperFigure figure = each.getKey();
            boolean rate = figure.reading() == Reading.GOODPUT;
            double bound = rate ? each.getValue().all().boundBps() / 1e9 : 100;
            most = Math.max(most, bound);
            groups.add(
                    new BarChart.Group(
                            List.of(figure.plotted()),
                            List.of(
                                    bar("paper", figure.paper(), bound),
                                    bar("here", figure.reading().of(each.getValue()), bound))));
        }
        String unit = of.keySet().iterator().next().unit();
        return BarChart.draw(
                "Figure " + number, unit, most, "by", List.of("paper", "here"), groups);
    }

    private static Optional<BarChart.Bar> bar(String who, String value, double bound) {
        String number = value.replace("about ", "");
        return number.equals("-")
                ? Optional.empty()
                : Optional.of(
                        new BarChart.Bar(Double.parseDouble(number), bound, who + ": " + value));
    }
}
