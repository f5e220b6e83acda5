package org.urdma4j.report.fct;

import org.urdma4j.measure.fct.FctCell;
import org.urdma4j.measure.fct.FctResult;
import org.urdma4j.measure.json.FctJson;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Cells as CSV (RFC 4180, lines ending in LF): a line for each run, after one with names. The
 * columns are the fields of the JSON, then the options.
 */
public final class FctCsv {
    private static final String OPTIONS = "options";

    private FctCsv() {}

    /** Writes the cells; what is not known is an empty field. */
    public static void write(List<FctCell> cells, Appendable out) throws IOException {
        boolean named = false;
        for (FctCell cell : cells) {
            for (FctResult run : cell.results()) {
                Map<String, Object> fields = FctJson.fields(run, cell);
                Map<?, ?> options = (Map<?, ?>) fields.remove(OPTIONS);
                if (!named) {
                    out.append(line(fields.keySet())).append(',').append(line(options.keySet()));
                    out.append('\n');
                    named = true;
                }
                out.append(line(fields.values())).append(',').append(line(options.values()));
                out.append('\n');
            }
        }
    }

    private static String line(Iterable<?> values) {
        return StreamSupport.stream(values.spliterator(), false)
                .map(FctCsv::field)
                .collect(Collectors.joining(","));
    }

    private static String field(Object value) {
        String text = value == null ? "" : value.toString();
        boolean plain = text.indexOf(',') < 0 && text.indexOf('"') < 0 && text.indexOf('\n') < 0;
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
