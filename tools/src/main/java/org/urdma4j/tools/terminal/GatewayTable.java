package org.urdma4j.tools.terminal;

import org.urdma4j.gateway.bridge.frame.GatewayReport;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a gateway has counted, by name, in the order in which it is shown. */
public final class GatewayTable {
    private GatewayTable() {}

    /** Returns every count by a name in words with underscores. */
    public static Map<String, Long> of(GatewayReport report) {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("frames", report.frames());
        counts.put("too_long", report.tooLong());
        counts.put("no_memory", report.noMemory());
        counts.putAll(report.counters().byName());
        return counts;
    }
}
