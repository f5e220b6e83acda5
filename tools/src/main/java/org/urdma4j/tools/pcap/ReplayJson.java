package org.urdma4j.tools.pcap;

import org.urdma4j.measure.replay.ReplayReport;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;

/** A replay for programs. */
final class ReplayJson {
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();

    private ReplayJson() {}

    static void print(ReplayReport report, PrintWriter out) {
        out.println(JSON.writeValueAsString(report));
    }
}
