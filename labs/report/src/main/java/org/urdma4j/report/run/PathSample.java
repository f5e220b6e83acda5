package org.urdma4j.report.run;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a path did in an interval; NaN for what isn't known.
 *
 * @param goodputBps what arrived over it, bit/s
 * @param rttMs its newest round trip
 */
record PathSample(double goodputBps, double rttMs) {
    /** Reads those of an interval, by the names that the page gives them. */
    static Map<String, PathSample> of(JsonNode interval) {
        Map<String, PathSample> paths = new LinkedHashMap<>();
        for (JsonNode path : interval.path("paths")) {
            String local = RunReader.text(path.path("local"));
            String remote = RunReader.text(path.path("remote"));
            if (!local.isEmpty() && !remote.isEmpty()) {
                paths.put(
                        local + " - " + remote,
                        new PathSample(
                                RunReader.number(path.path("goodput_bps")),
                                RunReader.number(path.path("rtt_ms"))));
            }
        }
        return paths;
    }
}
