package org.urdma4j.lab.peer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs a plan, turn by turn. */
public final class PeerRuns {
    private PeerRuns() {}

    /** Runs one turn. */
    public interface Bench {
        /**
         * Runs it.
         *
         * @throws IOException if this run failed; others may work
         */
        PeerResult run(PeerTurn turn) throws IOException, InterruptedException;

        /** Returns whether nothing can be run any more, as the user has ended it. */
        boolean over();
    }

    /**
     * Runs the plan, until the bench says that it is over. A run that fails is noted, and the next
     * one begins.
     *
     * @param before is told of each run before it begins
     */
    public static List<PeerResult> run(PeerPlan plan, Bench bench, Consumer<PeerTurn> before)
            throws InterruptedException {
        List<PeerResult> results = new ArrayList<>();
        for (PeerTurn turn : plan.turns()) {
            before.accept(turn);
            PeerResult result = attempt(bench, turn);
            if (bench.over()) {
                break; // what it says of its failure is not worth to be told
            }
            results.add(result);
        }
        return results;
    }

    private static PeerResult attempt(Bench bench, PeerTurn turn) throws InterruptedException {
        try {
            return bench.run(turn);
        } catch (IOException e) {
            return PeerResult.failed(turn, String.valueOf(e.getMessage()));
        }
    }
}
