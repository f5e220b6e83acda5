package org.urdma4j.tools.pcap;

import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;

import java.io.PrintWriter;
import java.util.List;

/** The summaries for programs: an array with one object per file. */
final class JsonReport {
    private JsonReport() {}

    static void print(List<CaptureSummary> summaries, PrintWriter out) {
        Json.print(summaries.stream().map(JsonReport::file).toList(), out);
    }

    private static JsonObject file(CaptureSummary summary) {
        return new JsonObject()
                .put("file", summary.file())
                .put("packets", summary.packets())
                .put(
                        "icrc",
                        new JsonObject()
                                .put("right", summary.count(Verdict.RIGHT))
                                .put("wrong", summary.count(Verdict.WRONG))
                                .put("unchecked", summary.unchecked()))
                .put("opcodes", summary.opcodes())
                .putKnown("misshapen", summary.misshapen() == 0 ? null : summary.misshapen())
                .putKnown("error", summary.problem().orElse(null));
    }
}
