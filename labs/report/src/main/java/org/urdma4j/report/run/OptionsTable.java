package org.urdma4j.report.run;

import org.urdma4j.report.chart.Markup;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What ran. */
final class OptionsTable {
    private OptionsTable() {}

    static String of(List<Run> runs) {
        StringBuilder html = new StringBuilder("<h2>Options</h2>\n<div class=\"wide\"><table>\n");
        html.append("<tr><th></th>");
        for (Run run : runs) {
            html.append(cell("th", run.name()));
        }
        html.append("</tr>\n");
        row(html, "from", runs.stream().map(run -> host(run, "local")).toList());
        row(html, "to", runs.stream().map(run -> host(run, "remote")).toList());
        for (String key : keys(runs)) {
            row(html, words(key), runs.stream().map(run -> shown(test(run).path(key))).toList());
        }
        for (String key : List.of("version", "system_info")) {
            row(html, words(key), runs.stream().map(run -> shown(start(run).path(key))).toList());
        }
        row(
                html,
                "time",
                runs.stream()
                        .map(run -> shown(start(run).path("timestamp").path("time")))
                        .toList());
        return html.append("</table></div>\n").toString();
    }

    /** Returns a key of the document as people would write it. */
    private static String words(String key) {
        return key.equals("blksize") ? "message bytes" : key.replace('_', ' ');
    }

    private static void row(StringBuilder html, String name, List<String> values) {
        if (values.stream().allMatch(String::isEmpty)) {
            return;
        }
        html.append("<tr>").append(cell("th", name));
        values.forEach(value -> html.append(cell("td", value)));
        html.append("</tr>\n");
    }

    private static Set<String> keys(List<Run> runs) {
        Set<String> keys = new LinkedHashSet<>();
        runs.forEach(run -> keys.addAll(test(run).propertyNames()));
        return keys;
    }

    private static JsonNode start(Run run) {
        return run.json().path("start");
    }

    private static JsonNode test(Run run) {
        return start(run).path("test_start");
    }

    private static String host(Run run, String side) {
        JsonNode connected = start(run).path("connected").path(0);
        String host = shown(connected.path(side + "_host"));
        String port = shown(connected.path(side + "_port"));
        return port.isEmpty() ? host : host + " port " + port;
    }

    private static String shown(JsonNode node) {
        if (node.isMissingNode() || node.isNull()) {
            return "";
        }
        return node.isValueNode() ? node.asString() : node.toString();
    }

    private static String cell(String tag, String words) {
        return "<%s>%s</%s>".formatted(tag, Markup.escape(words), tag);
    }
}
