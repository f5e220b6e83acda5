package org.urdma4j.tools.interop;

import org.urdma4j.interop.play.Outcome;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.List;

/** A run for programs: one object. */
final class InteropJson {
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();

    private record Run(String kernel, int failed, List<Outcome> outcomes, String error) {}

    private InteropJson() {}

    /**
     * Prints it.
     *
     * @param error why there are no more outcomes, or null
     */
    static void print(String kernel, List<Outcome> outcomes, String error, PrintWriter out) {
        int failed = (int) outcomes.stream().filter(one -> !one.passed()).count();
        out.println(JSON.writeValueAsString(new Run(kernel, failed, outcomes, error)));
        out.flush();
    }
}
