package org.urdma4j.tools.pcap;

import com.fasterxml.jackson.annotation.JsonInclude;

import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** The summaries for programs: an array with one object per file. */
final class JsonReport {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private JsonReport() {}

    static void print(List<CaptureSummary> summaries, PrintWriter out) {
        out.println(JSON.writeValueAsString(summaries.stream().map(FileJson::of).toList()));
        out.flush();
    }

    /**
     * One file.
     *
     * @param misshapen sealed packets of a length that none has; left out when there are none
     * @param error why the file could not be read to its end; left out when it could
     */
    private record FileJson(
            String file,
            long packets,
            IcrcJson icrc,
            Map<String, Long> opcodes,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) long misshapen,
            @JsonInclude(JsonInclude.Include.NON_NULL) String error) {
        static FileJson of(CaptureSummary summary) {
            return new FileJson(
                    summary.file(),
                    summary.packets(),
                    new IcrcJson(
                            summary.count(Verdict.RIGHT),
                            summary.count(Verdict.WRONG),
                            summary.unchecked()),
                    summary.opcodes(),
                    summary.misshapen(),
                    summary.problem().orElse(null));
        }
    }

    private record IcrcJson(long right, long wrong, long unchecked) {}
}
