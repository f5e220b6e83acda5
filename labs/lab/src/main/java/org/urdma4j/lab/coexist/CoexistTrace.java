package org.urdma4j.lab.coexist;

import java.util.List;

/** All that was recorded of a run, over the same seconds. */
public record CoexistTrace(FlowTrace ours, List<FlowTrace> rivals, PathTrace path) {
    public CoexistTrace {
        rivals = List.copyOf(rivals);
    }
}
