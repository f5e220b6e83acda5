package org.urdma4j.bench.lab;

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
    }

    /** Told before each run and after the last. */
    @FunctionalInterface
    public interface Watcher {
        /**
         * Shows it.
         *
         * @param done runs that are over
         * @param all runs of the plan
         * @param now what comes next; null after the last
         */
        void at(int done, int all, Trial now);
    }

    /** Runs the plan. A run that fails is noted, and the next one begins. */
    public static LabResults run(LabPlan plan, Bench bench, Watcher watcher)
            throws InterruptedException {
        List<Trial> trials = plan.trials();
        List<TrialResult> results = new ArrayList<>();
        for (Trial trial : trials) {
            watcher.at(results.size(), trials.size(), trial);
            results.add(run(trial, bench));
        }
        watcher.at(results.size(), trials.size(), null);
        return new LabResults(plan, results);
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
