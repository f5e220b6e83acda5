package org.urdma4j.bench.baseline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What benchmarks came to, by name and parameters: a value for each process that ran one, less is
 * faster. Not for several threads.
 */
final class Scores {
    private final SortedMap<String, List<Double>> all = new TreeMap<>();

    void add(String benchmark, double value) {
        all.computeIfAbsent(benchmark, _ -> new ArrayList<>()).add(value);
    }

    void addAll(Scores others) {
        others.all.forEach((name, values) -> values.forEach(value -> add(name, value)));
    }

    /** Takes these in place of one's own of the same names. */
    void replace(Scores others) {
        others.all.forEach((name, values) -> all.put(name, new ArrayList<>(values)));
    }

    Set<String> benchmarks() {
        return Collections.unmodifiableSet(all.keySet());
    }

    /** Returns the values of a benchmark in the order of measurement, none if it didn't run. */
    List<Double> of(String benchmark) {
        return List.copyOf(all.getOrDefault(benchmark, List.of()));
    }

    /** Returns the middle of some values, of at least one. */
    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int size = sorted.size();
        return (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
    }
}
