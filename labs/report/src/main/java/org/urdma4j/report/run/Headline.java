package org.urdma4j.report.run;

import org.urdma4j.report.chart.Legend;
import org.urdma4j.report.chart.Markup;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.chart.Quantity;

/** The figures that one looks for first. */
final class Headline {
    private final Run run;
    private final StringBuilder html = new StringBuilder();

    private Headline(Run run) {
        this.run = run;
    }

    /** Returns a run's headline figures as HTML; {@code style} is that of its curves, or -1. */
    static String of(Run run, int style) {
        return new Headline(run).write(style);
    }

    private String write(int style) {
        String swatch = style < 0 ? "" : Legend.swatch(style);
        html.append(
                "<section class=\"run\">\n<h2>%s%s</h2>\n<dl>\n"
                        .formatted(swatch, Markup.escape(run.name())));
        double goodput = run.number("end", "sum_received", "bits_per_second");
        card("goodput", Quantity.RATE.show(goodput), seconds());
        card(
                "of the wire rate",
                share(goodput, run.number("end", "urdma", "wire_bits_per_second")),
                "the rest: headers, repetition");
        retransmitted();
        roundTrip();
        cpu();
        latency();
        return html.append("</dl>\n</section>\n").toString();
    }

    private String seconds() {
        double seconds = run.number("end", "sum_received", "seconds");
        return Double.isNaN(seconds) ? "" : "in " + Numbers.brief(seconds) + " s";
    }

    private void retransmitted() {
        double again = run.number("end", "urdma", "retransmitted");
        if (Double.isNaN(again)) {
            again = run.number("end", "sum_sent", "retransmits");
        }
        double packets = run.number("end", "urdma", "packets");
        double repaired = run.number("end", "urdma", "repaired");
        String more = repaired > 0 ? Numbers.brief(repaired) + " repaired" : "";
        if (packets > 0) {
            card(
                    "sent again",
                    share(again, packets),
                    join(Numbers.brief(again) + " packets", more));
        } else {
            card("sent again", Numbers.brief(again), "packets");
        }
    }

    private void roundTrip() {
        double least = run.measured(Metric.MIN_RTT).min().orElse(Double.NaN);
        card(
                "RTT, median",
                Quantity.TIME.show(run.median(Metric.RTT)),
                Double.isNaN(least) ? "" : "least " + Quantity.TIME.show(least));
    }

    private void cpu() {
        double here = positive(run.number("end", "urdma", "cpu_seconds_per_gigabyte_local"));
        double there = positive(run.number("end", "urdma", "cpu_seconds_per_gigabyte_remote"));
        card(
                "CPU s per GB",
                Numbers.brief(here + there),
                "%s here, %s there".formatted(Numbers.brief(here), Numbers.brief(there)));
    }

    /** Only of runs that timed single requests. */
    private void latency() {
        double typical = latency("typical");
        if (Double.isFinite(typical)) {
            card(
                    "latency, typical",
                    Quantity.TIME.show(typical),
                    "99 %% %s, 99.9 %% %s"
                            .formatted(
                                    Quantity.TIME.show(latency("p99")),
                                    Quantity.TIME.show(latency("p999"))));
        }
    }

    /** Returns a latency in ms. */
    private double latency(String key) {
        return run.number("end", "latency_us", key) / 1e3;
    }

    private static double positive(double value) {
        return value > 0 ? value : Double.NaN;
    }

    private static String share(double part, double whole) {
        return whole > 0 && Double.isFinite(part) ? Numbers.brief(100 * part / whole) + " %" : "-";
    }

    private static String join(String a, String b) {
        return b.isEmpty() ? a : a + ", " + b;
    }

    private void card(String name, String value, String more) {
        html.append(
                "<div><dt>%s</dt><dd>%s</dd><dd class=\"more\">%s</dd></div>\n"
                        .formatted(Markup.escape(name), Markup.escape(value), Markup.escape(more)));
    }
}
