package org.urdma4j.tools.interop;

import org.urdma4j.interop.play.Outcome;
import org.urdma4j.measure.json.Json;

import java.io.PrintWriter;
import java.util.List;

/** A run for programs: one object. */
final class InteropJson {
    private record Run(String kernel, int failed, List<Outcome> outcomes, String error) {}

    private InteropJson() {}

    /**
     * Prints it.
     *
     * @param error why there are no more outcomes, or null
     */
    static void print(String kernel, List<Outcome> outcomes, String error, PrintWriter out) {
        int failed = (int) outcomes.stream().filter(one -> !one.passed()).count();
        Json.print(new Run(kernel, failed, outcomes, error), out);
    }
}
