package org.urdma4j.lab.compare;

import org.urdma4j.measure.spec.Range;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What is compared.
 *
 * @param paths how many, 1 to 1000
 * @param only the number of the one that is run, 0 for all
 * @param seed of all that is random
 * @param timeS seconds that each run is measured, after as many that don't count
 */
public record Comparison(int paths, int only, long seed, int timeS) {
    private static final int MAX_PATHS = 1_000;
    private static final int MAX_TIME_S = 600;

    /** Virtual time at these rates, and what starting and ending the processes takes. */
    private static final int OVERHEAD_S = 8;

    private static final int ATTEMPTS = 2;

    public Comparison {
        Range.require(paths >= 1 && paths <= MAX_PATHS, "--compare is 1 to 1000 paths");
        Range.require(only >= 0 && only <= paths, "--path is 1 to the number of paths, " + paths);
        Range.require(
                timeS >= 1 && timeS <= MAX_TIME_S, "--time is 1 to 600 seconds with --compare");
    }

    /** Runs a path both ways. */
    @FunctionalInterface
    public interface Bench {
        /** Runs it; a run that fails says so in the result. */
        ComparedResult run(ComparedPath path) throws InterruptedException;

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
         * @throws IOException if it can't; then the comparison ends
         */
        void at(ComparedResult result) throws IOException;
    }

    public List<ComparedPath> drawn() {
        List<ComparedPath> drawn = new ArrayList<>();
        for (int i = 1; i <= paths; i++) {
            if (only == 0 || only == i) {
                drawn.add(PathDraw.draw(seed, i));
            }
        }
        return drawn;
    }

    /** Returns about how long it takes, in seconds, if no run has to be repeated. */
    public long estimateS() {
        return (long) drawn().size() * (2 * timeS + OVERHEAD_S);
    }

    /**
     * Runs all, until the bench says that it is over; what is void is run once more.
     *
     * @throws IOException if the watcher does
     */
    public List<ComparedResult> run(Bench bench, Watcher watcher)
            throws IOException, InterruptedException {
        List<ComparedResult> results = new ArrayList<>();
        for (ComparedPath path : drawn()) {
            ComparedResult result = bench.run(path);
            for (int i = 1; i < ATTEMPTS && !result.counts() && !bench.over(); i++) {
                result = bench.run(path);
            }
            if (bench.over()) {
                break;
            }
            results.add(result);
            watcher.at(result);
        }
        return results;
    }
}
