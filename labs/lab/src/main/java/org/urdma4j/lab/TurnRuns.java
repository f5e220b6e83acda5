package org.urdma4j.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs what is to be compared, turn by turn. */
public final class TurnRuns {
    private TurnRuns() {}

    /**
     * Runs one turn.
     *
     * @param <T> says what a turn is to be
     * @param <R> what came of it
     */
    public interface Bench<T, R> {
        /**
         * Runs it.
         *
         * @throws IOException if this run failed; others may work
         */
        R run(T turn) throws IOException, InterruptedException;

        R failed(T turn, String why);

        /** Returns whether nothing can be run any more, as the user has ended it. */
        boolean over();
    }

    /**
     * Runs the turns, until the bench says that it is over. A run that fails is noted, and the next
     * one begins.
     *
     * @param before is told of each run before it begins
     */
    public static <T, R> List<R> run(List<T> turns, Bench<T, R> bench, Consumer<T> before)
            throws InterruptedException {
        List<R> results = new ArrayList<>();
        for (T turn : turns) {
            before.accept(turn);
            R result = attempt(bench, turn);
            if (bench.over()) {
                break; // what it says of its failure is not worth to be told
            }
            results.add(result);
        }
        return results;
    }

    private static <T, R> R attempt(Bench<T, R> bench, T turn) throws InterruptedException {
        try {
            return bench.run(turn);
        } catch (IOException e) {
            return bench.failed(turn, String.valueOf(e.getMessage()));
        }
    }
}
