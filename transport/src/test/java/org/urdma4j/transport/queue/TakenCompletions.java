package org.urdma4j.transport.queue;

import org.urdma4j.verbs.WorkCompletion;

import java.util.ArrayList;
import java.util.List;

/** All completions that a ring has, taken from it. */
public final class TakenCompletions {
    private TakenCompletions() {}

    public static List<WorkCompletion> of(CompletionRing ring) {
        List<WorkCompletion> result = new ArrayList<>();
        WorkCompletion[] next = WorkCompletion.array(1);
        while (ring.take(next, 0, 1) == 1) {
            result.add(next[0]);
            next = WorkCompletion.array(1);
        }
        return result;
    }
}
