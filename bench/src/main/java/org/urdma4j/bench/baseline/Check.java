package org.urdma4j.bench.baseline;

import java.io.IOException;
import java.util.List;

/** Compares two sides, and looks again at what seems slower before it says so. */
final class Check {
    private final Turns turns;
    private final Scores stored;
    private final double tolerance;

    /**
     * Prepares.
     *
     * @param turns of two sides, earlier and now; or of the present alone
     * @param stored earlier values, if turns have only present ones
     */
    Check(Turns turns, Scores stored, double tolerance) {
        this.turns = turns;
        this.stored = stored;
        this.tolerance = tolerance;
    }

    /** Measures the methods, and those again of which one got slower or may have. */
    List<Comparison> run(List<String> methods) throws IOException, InterruptedException {
        Scores before = new Scores();
        before.addAll(stored);
        Scores now = new Scores();
        measure(methods, before, now);
        List<Comparison> first = Comparison.of(before, now, tolerance);
        List<String> suspects =
                methods.stream()
                        .filter(method ->
                                first.stream()
                                        .filter(Comparison::isSuspect)
                                        .map(row -> BenchmarkSet.method(row.benchmark()))
                                        .anyMatch(method::equals))
                        .toList();
        if (suspects.isEmpty()) {
            return first;
        }
        measure(suspects, before, now);
        return Comparison.of(before, now, tolerance);
    }

    private void measure(List<String> methods, Scores before, Scores now)
            throws IOException, InterruptedException {
        List<Scores> measured = turns.run(methods);
        now.addAll(measured.getLast());
        if (measured.size() > 1) {
            before.addAll(measured.getFirst());
        }
    }
}
