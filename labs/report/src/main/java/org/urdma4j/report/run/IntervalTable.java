package org.urdma4j.report.run;

import org.urdma4j.report.chart.Markup;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.Quantity;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Every interval of a run. A figure that no interval has gets no column. */
final class IntervalTable {
    private static final int DIGITS = 3;

    private final Run run;
    private final List<Column> columns = new ArrayList<>();
    private final StringBuilder html = new StringBuilder();

    /** A figure, all of it in one unit and with as many digits after the point. */
    private record Column(Metric metric, Quantity.Unit unit, int decimals) {
        String heading() {
            return unit.name().isEmpty() ? metric.title() : metric.title() + ", " + unit.name();
        }

        String show(Sample sample) {
            return Numbers.fixed(sample.get(metric) / unit.size(), decimals);
        }
    }

    private IntervalTable(Run run) {
        this.run = run;
        for (Metric metric : Metric.values()) {
            if (values(metric).findAny().isPresent()) {
                columns.add(column(metric));
            }
        }
    }

    static String of(Run run) {
        return new IntervalTable(run).write();
    }

    private DoubleStream values(Metric metric) {
        return run.samples().stream()
                .mapToDouble(sample -> sample.get(metric))
                .filter(Double::isFinite);
    }

    private Column column(Metric metric) {
        double most = values(metric).map(Math::abs).max().orElse(0);
        Quantity.Unit unit = metric.quantity().unit(most(metric.quantity()));
        boolean whole = metric.quantity() == Quantity.COUNT || (unit.size() == 1 && whole(metric));
        return new Column(metric, unit, whole ? 0 : decimals(most / unit.size()));
    }

    private boolean whole(Metric metric) {
        return values(metric).allMatch(value -> value == Math.rint(value));
    }

    /** Rates can be compared, and times, if all have the same unit. */
    private double most(Quantity quantity) {
        double most = 0;
        for (Metric metric : Metric.values()) {
            if (metric.quantity() == quantity) {
                most = Math.max(most, values(metric).map(Math::abs).max().orElse(0));
            }
        }
        return most;
    }

    private static int decimals(double most) {
        int before = most >= 1 ? 1 + (int) Math.floor(Math.log10(most)) : 0;
        return Math.max(0, DIGITS - before);
    }

    private String write() {
        html.append("<h2>Intervals: ").append(Markup.escape(run.name())).append("</h2>\n");
        if (run.samples().isEmpty()) {
            return html.append("<p>None.</p>\n").toString();
        }
        html.append("<div class=\"wide\"><table class=\"numbers\">\n<tr>");
        cell("th", "seconds");
        columns.forEach(column -> cell("th", column.heading()));
        html.append("</tr>\n");
        run.samples().forEach(this::row);
        html.append("</table></div>\n");
        if (run.samples().stream().anyMatch(Sample::omitted)) {
            html.append("<p>Intervals in italics are not counted.</p>\n");
        }
        return html.toString();
    }

    private static String seconds(double value) {
        return Numbers.fixed(value, 2);
    }

    private void row(Sample sample) {
        html.append(sample.omitted() ? "<tr class=\"not-counted\">" : "<tr>");
        cell("th", seconds(sample.start()) + " to " + seconds(sample.end()));
        columns.forEach(column -> cell("td", column.show(sample)));
        html.append("</tr>\n");
    }

    private void cell(String tag, String words) {
        html.append("<%s>%s</%s>".formatted(tag, Markup.escape(words), tag));
    }
}
