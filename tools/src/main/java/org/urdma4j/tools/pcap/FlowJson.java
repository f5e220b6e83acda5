package org.urdma4j.tools.pcap;

import org.urdma4j.codec.net.Pfc;
import org.urdma4j.measure.capture.CaptureTotals;
import org.urdma4j.measure.capture.FlowSummary;
import org.urdma4j.measure.capture.FlowTable;
import org.urdma4j.measure.capture.PauseTally;
import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;

import tools.jackson.core.StreamWriteFeature;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** The flows for programs. */
final class FlowJson {
    private FlowJson() {}

    static void print(
            String file,
            CaptureTotals totals,
            FlowTable table,
            List<FlowSummary> flows,
            PrintWriter out) {
        PauseTally pauses = table.pauses();
        JsonObject all =
                new JsonObject()
                        .put("file", file)
                        .put("packets", totals.packets())
                        .put("damaged", totals.damaged())
                        .put("malformed", totals.malformed())
                        .put("unchecked", totals.unchecked())
                        .put("undivided", totals.undivided())
                        .put("cut", totals.cut())
                        .put("others", totals.others())
                        .put("untracked", table.untracked())
                        .put("pauses", pauses.isCut() ? null : pauses(pauses))
                        .put("flows", flows)
                        .putKnown("error", totals.problem().orElse(null));
        // Written piece by piece: all flows together may not fit into memory.
        Json.writer().without(StreamWriteFeature.AUTO_CLOSE_TARGET).writeValue(out, all);
        out.println();
    }

    private static JsonObject pauses(PauseTally pauses) {
        return new JsonObject()
                .put("pause", pauses.pauses())
                .put("pause_end", pauses.ends())
                .put("pfc_stop", byPriority(pauses::stops))
                .put("pfc_resume", byPriority(pauses::resumes));
    }

    private static List<Long> byPriority(IntToLongFunction count) {
        return IntStream.range(0, Pfc.PRIORITIES).mapToLong(count).boxed().toList();
    }
}
