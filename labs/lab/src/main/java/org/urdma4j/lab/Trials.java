package org.urdma4j.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs a plan: each run once, and those that the path makes void once more. */
public final class Trials {
    private static final int ATTEMPTS = 2;

    private Trials() {}

    /** Runs one trial. */
    @FunctionalInterface
    public interface Bench {
        /**
         * Runs it, which takes as long as it takes.
         *
         * @throws IOException if this run failed; others may work
         */
        TrialResult run(Trial trial) throws IOException, InterruptedException;

        /** Returns whether nothing can be run any more, as the user has ended the lab. */
        default boolean over() {
            return false;
        }
    }

    /** Told before each run and after the last. */
    @FunctionalInterface
    public interface Watcher {
        /**
         * Shows it.
         *
         * @param soFar what was run
         * @param now what comes next; null after the last
         * @throws IOException if it can't; then the lab ends
         */
        void at(LabResults soFar, Trial now) throws IOException;
    }

    /**
     * Runs the plan, until the bench says that it is over. A run that fails is noted, and the next
     * one begins.
     *
     * @throws IOException if the watcher does
     */
    public static LabResults run(LabPlan plan, Bench bench, Watcher watcher)
            throws IOException, InterruptedException {
        List<TrialResult> results = new ArrayList<>();
        for (Trial trial : plan.trials()) {
            watcher.at(new LabResults(plan, results), trial);
            TrialResult result = run(trial, bench);
            if (bench.over()) {
                break; // what it says of its failure is not worth to be told
            }
            results.add(result);
        }
        LabResults all = new LabResults(plan, results);
        watcher.at(all, null);
        return all;
    }

    private static TrialResult run(Trial trial, Bench bench) throws InterruptedException {
        TrialResult result = null;
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            result = attempt(trial, bench).afterAttempts(attempt);
            if (!result.ran() || result.counts()) {
                return result;
            }
        }
        return result;
    }

    private static TrialResult attempt(Trial trial, Bench bench) throws InterruptedException {
        try {
            return bench.run(trial);
        } catch (IOException e) {
            return TrialResult.failed(trial, String.valueOf(e.getMessage()));
        }
    }
}
