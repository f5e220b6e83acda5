package org.urdma4j.lab.coexist;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs the cells of a plan: each once, and those that the path makes void once more. */
public final class Coexistence {
    private static final int ATTEMPTS = 2;

    private Coexistence() {}

    /** Runs one cell. */
    @FunctionalInterface
    public interface Bench {
        /**
         * Runs it, which takes as long as it takes.
         *
         * @throws IOException if this run failed; others may work
         */
        CoexistResult run(CoexistCell cell) throws IOException, InterruptedException;

        /** Returns whether nothing can be run any more, as the user has ended the lab. */
        default boolean over() {
            return false;
        }
    }

    /** Told of each result. */
    @FunctionalInterface
    public interface Watcher {
        /**
         * Shows it.
         *
         * @param soFar all results, the new one last
         * @throws IOException if it can't; then the lab ends
         */
        void at(List<CoexistResult> soFar) throws IOException;
    }

    /**
     * Runs the plan, until the bench says that it is over. A run that fails is noted, and the next
     * one begins.
     *
     * @throws IOException if the watcher does
     */
    public static List<CoexistResult> run(CoexistPlan plan, Bench bench, Watcher watcher)
            throws IOException, InterruptedException {
        List<CoexistResult> results = new ArrayList<>();
        for (CoexistCell cell : plan.cells()) {
            CoexistResult result = attempt(cell, bench);
            for (int i = 1; i < ATTEMPTS && result.path().isVoid() && !bench.over(); i++) {
                result = attempt(cell, bench);
            }
            if (bench.over()) {
                break; // what it says of its failure is not worth to be told
            }
            results.add(result);
            watcher.at(List.copyOf(results));
        }
        return results;
    }

    private static CoexistResult attempt(CoexistCell cell, Bench bench)
            throws InterruptedException {
        try {
            return bench.run(cell);
        } catch (IOException e) {
            return CoexistResult.failed(cell, String.valueOf(e.getMessage()));
        }
    }
}
