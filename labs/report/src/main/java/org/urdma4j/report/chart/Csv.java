package org.urdma4j.report.chart;

import org.urdma4j.measure.json.JsonObject;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** CSV (RFC 4180), lines ending in LF; what was not measured or is not known is an empty field. */
public final class Csv {
    private static final String OPTIONS = "options";

    private Csv() {}

    /** Returns a line; a number as {@link Numbers#plain} has it, all else as its own text. */
    public static String line(Object... fields) {
        return Stream.of(fields).map(Csv::text).collect(Collectors.joining(",", "", "\n"));
    }

    private static String text(Object field) {
        return field instanceof Double number
                ? Double.isFinite(number) ? Numbers.plain(number) : ""
                : field.toString();
    }

    /** Returns a text in quotes, or nothing if it is empty. */
    public static String quoted(String text) {
        return text.isEmpty() ? "" : '"' + text.replace("\"", "\"\"") + '"';
    }

    /**
     * Writes objects of the same fields, each as a line, after one with names. The columns are the
     * fields but lists; those of an object in it have its name before theirs, but the options.
     */
    public static void write(List<JsonObject> rows, Appendable out) throws IOException {
        boolean named = false;
        for (JsonObject row : rows) {
            Map<String, Object> fields = new LinkedHashMap<>();
            flatten("", row, fields);
            if (!named) {
                out.append(String.join(",", fields.keySet())).append('\n');
                named = true;
            }
            out.append(fields.values().stream().map(Csv::field).collect(Collectors.joining(",")));
            out.append('\n');
        }
    }

    private static void flatten(String name, JsonObject from, Map<String, Object> to) {
        from.values()
                .forEach((key, value) -> {
                    if (value instanceof JsonObject object) {
                        flatten(key.equals(OPTIONS) ? "" : key + "_", object, to);
                    } else if (!(value instanceof List)) {
                        to.put(name + key, value);
                    }
                });
    }

    private static String field(Object value) {
        String text = value == null ? "" : value.toString();
        boolean plain = text.indexOf(',') < 0 && text.indexOf('"') < 0 && text.indexOf('\n') < 0;
        return plain ? text : quoted(text);
    }
}
