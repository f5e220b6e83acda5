package org.urdma4j.bench.baseline;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Benchmarks in turns: each once, by the JMH of each side, then all again, so that what disturbs
 * the machine for a while disturbs a little of everything.
 */
final class Turns {
    /** Runs one benchmark method. */
    interface Side {
        Scores run(String method) throws IOException, InterruptedException;
    }

    private final List<Side> sides;
    private final int rounds;
    private final PrintStream progress;

    /**
     * Prepares.
     *
     * @param progress is told what is run
     */
    Turns(List<Side> sides, int rounds, PrintStream progress) {
        this.sides = List.copyOf(sides);
        this.rounds = rounds;
        this.progress = progress;
    }

    List<Scores> run(List<String> methods) throws IOException, InterruptedException {
        List<Scores> all = new ArrayList<>();
        sides.forEach(_ -> all.add(new Scores()));
        for (int round = 1; round <= rounds; round++) {
            for (String method : methods) {
                progress.printf("baseline: round %d of %d: %s%n", round, rounds, method);
                for (int i = 0; i < sides.size(); i++) {
                    all.get(i).addAll(sides.get(i).run(method));
                }
            }
        }
        return all;
    }
}
