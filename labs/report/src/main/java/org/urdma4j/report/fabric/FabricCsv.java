package org.urdma4j.report.fabric;

import org.urdma4j.measure.fabric.FabricCell;
import org.urdma4j.measure.json.FabricJson;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Cells as CSV (RFC 4180, lines ending in LF): a line for each, after one with names. The columns
 * are the fields of the JSON but the single jobs, then the options.
 */
public final class FabricCsv {
    private FabricCsv() {}

    /** Writes the cells; what is not known is an empty field. */
    public static void write(List<FabricCell> cells, Appendable out) throws IOException {
        boolean named = false;
        for (FabricCell cell : cells) {
            Map<String, Object> line = new LinkedHashMap<>();
            flatten("", FabricJson.fields(cell), line);
            if (!named) {
                out.append(String.join(",", line.keySet())).append('\n');
                named = true;
            }
            out.append(
                            line.values().stream()
                                    .map(value -> value == null ? "" : value.toString())
                                    .collect(Collectors.joining(",")))
                    .append('\n');
        }
    }

    private static void flatten(String name, Map<?, ?> from, Map<String, Object> to) {
        from.forEach((key, value) -> {
            if (value instanceof Map<?, ?> map) {
                flatten(key.equals("options") ? "" : key + "_", map, to);
            } else if (!(value instanceof List)) {
                to.put(name + key, value);
            }
        });
    }
}
