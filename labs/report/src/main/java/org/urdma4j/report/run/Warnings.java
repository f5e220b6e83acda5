package org.urdma4j.report.run;

import org.urdma4j.report.chart.Markup;
import org.urdma4j.report.chart.Numbers;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** What a reader must know before believing a figure. */
final class Warnings {
    /** A socket buffer that holds less than this overflows when its reader is late. */
    private static final double ENOUGH_MS = 10;

    private static final double BITS_PER_BYTE = 8;

    private Warnings() {}

    /** Returns all of these of all runs as HTML, nothing if there are none. */
    static String of(List<Run> runs) {
        StringBuilder html = new StringBuilder();
        for (Run run : runs) {
            for (String warning : of(run)) {
                html.append("<li><strong>")
                        .append(Markup.escape(run.name()))
                        .append("</strong>: ")
                        .append(Markup.escape(warning))
                        .append("</li>\n");
            }
        }
        return html.isEmpty() ? "" : "<ul class=\"warnings\">\n" + html + "</ul>\n";
    }

    static List<String> of(Run run) {
        List<String> warnings = new ArrayList<>();
        String error = RunReader.text(run.json().path("error"));
        if (!error.isEmpty()) {
            warnings.add("failed: " + error);
        }
        told(run, warnings);
        double drops = run.number("end", "urdma", "socket_drops");
        if (drops > 0) {
            warnings.add(
                    "the receive socket had no room for %s packets; they are not the path's loss"
                            .formatted(Numbers.brief(drops)));
        }
        double ms = bufferMs(run);
        if (ms > 0 && ms < ENOUGH_MS) {
            warnings.add(
                    "socket buffers hold %s ms at this rate, less than %s ms"
                            .formatted(Numbers.brief(ms), Numbers.brief(ENOUGH_MS)));
        }
        if (run.samples().isEmpty()) {
            warnings.add("no intervals were recorded");
        }
        return warnings;
    }

    /** Those that the bench wrote into the document. */
    private static void told(Run run, List<String> warnings) {
        JsonNode json = run.json();
        for (JsonNode place : List.of(json, json.path("start"), json.path("end"))) {
            for (JsonNode warning : place.path("warnings")) {
                warnings.add(RunReader.text(warning));
            }
        }
    }

    private static double bufferMs(Run run) {
        double bytes = run.number("end", "urdma", "socket_buffer_bytes");
        double rate = run.number("end", "sum_received", "bits_per_second");
        return 1e3 * bytes * BITS_PER_BYTE / rate;
    }
}
