package org.urdma4j.lab.coexist;

import java.util.ArrayList;
import java.util.List;

/** Traces as if they had been recorded. */
final class Recorded {
    private static final double STEP_S = 0.1;

    private Recorded() {}

    /** A flow that carries the same all the time; its bits on the wire are twice as many. */
    static FlowTrace flow(String name, double fromS, double toS, double bps) {
        List<FlowTrace.Span> spans = new ArrayList<>();
        for (double s = fromS; s < toS - STEP_S / 2; s += STEP_S) {
            spans.add(new FlowTrace.Span(s, s + STEP_S, bps));
        }
        return new FlowTrace(name, 2, 7, spans);
    }

    /** A link of 8 Mbit/s, used by half, with a queue of 10 ms until some time and 1 ms after. */
    static PathTrace path(double longUntilS, double toS) {
        List<PathTrace.Reading> readings = new ArrayList<>();
        double queuedMs = 0;
        for (int i = 0; i * STEP_S < toS; i++) {
            readings.add(
                    new PathTrace.Reading(i * STEP_S, 50_000L * i, 100L * i, 3L * i, queuedMs));
            queuedMs += (i * STEP_S < longUntilS ? 10 : 1) * 100;
        }
        return new PathTrace(8_000_000, readings);
    }
}
