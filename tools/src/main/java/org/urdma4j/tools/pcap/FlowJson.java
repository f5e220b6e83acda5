package org.urdma4j.tools.pcap;

import com.fasterxml.jackson.annotation.JsonInclude;

import org.urdma4j.codec.net.Pfc;
import org.urdma4j.measure.capture.CaptureTotals;
import org.urdma4j.measure.capture.FlowSummary;
import org.urdma4j.measure.capture.FlowTable;
import org.urdma4j.measure.capture.PauseTally;

import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.IntStream;

/** The flows for programs. */
final class FlowJson {
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();

    private FlowJson() {}

    static void print(
            String file,
            CaptureTotals totals,
            FlowTable table,
            List<FlowSummary> flows,
            PrintWriter out) {
        PauseTally pauses = table.pauses();
        PauseRecord pauseRecord =
                new PauseRecord(
                        pauses.pauses(),
                        pauses.ends(),
                        IntStream.range(0, Pfc.PRIORITIES).mapToObj(pauses::stops).toList(),
                        IntStream.range(0, Pfc.PRIORITIES).mapToObj(pauses::resumes).toList());
        // Written piece by piece: all flows together may not fit into memory.
        JSON.writer()
                .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .writeValue(
                        out,
                        new FileRecord(
                                file,
                                totals.packets(),
                                totals.damaged(),
                                totals.malformed(),
                                totals.unchecked(),
                                totals.undivided(),
                                totals.cut(),
                                totals.others(),
                                table.untracked(),
                                pauses.isCut() ? null : pauseRecord,
                                flows,
                                totals.problem().orElse(null)));
        out.println();
    }

    private record FileRecord(
            String file,
            long packets,
            long damaged,
            long malformed,
            long unchecked,
            long undivided,
            long cut,
            long others,
            long untracked,
            PauseRecord pauses,
            List<FlowSummary> flows,
            @JsonInclude(JsonInclude.Include.NON_NULL) String error) {}

    private record PauseRecord(
            long pause, long pauseEnd, List<Long> pfcStop, List<Long> pfcResume) {}
}
