package org.urdma4j.measure.fct;

import org.urdma4j.measure.parallel.SideBySide;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.stream.Stream;

/** Runs cells, each by several schemes, several runs at a time. */
public final class FctGrid {
    private FctGrid() {}

    /**
     * Runs every scheme over every cell, and what they are compared with: go-back-N without loss,
     * once for cells that differ in nothing else.
     *
     * @param cells what runs, whatever its scheme
     * @param threads how many run at a time, at least 1
     * @param progress told the share that is done, 0 to 1, now and then, by any thread; returns
     *     whether to go on: if not, only cells of which all had run are returned
     */
    public static List<FctCell> run(
            List<FctOptions> cells, List<FctScheme> schemes, int threads, DoublePredicate progress)
            throws InterruptedException {
        List<FctOptions> all = dearestFirst(cells, schemes);
        List<Optional<FctResult>> results =
                SideBySide.run(all, FctRun::run, FctOptions::packetsToSend, threads, progress);
        Map<FctOptions, FctResult> done = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            FctOptions options = all.get(i);
            results.get(i).ifPresent(result -> done.put(options, result));
        }
        return cells.stream().flatMap(cell -> cell(cell, schemes, done).stream()).toList();
    }

    /** Cell by cell, so that what had run is of use, and those at the end are over together. */
    private static List<FctOptions> dearestFirst(List<FctOptions> cells, List<FctScheme> schemes) {
        return cells.stream()
                .map(cell -> runs(cell, schemes))
                .sorted(Comparator.comparingDouble(FctGrid::packetsToSend).reversed())
                .flatMap(List::stream)
                .distinct()
                .toList();
    }

    private static List<FctOptions> runs(FctOptions cell, List<FctScheme> schemes) {
        return Stream.concat(Stream.of(cell.lossless()), schemes.stream().map(cell::by))
                .sorted(Comparator.comparingDouble(FctOptions::packetsToSend).reversed())
                .toList();
    }

    private static double packetsToSend(List<FctOptions> runs) {
        return runs.stream().mapToDouble(FctOptions::packetsToSend).sum();
    }

    private static Optional<FctCell> cell(
            FctOptions cell, List<FctScheme> schemes, Map<FctOptions, FctResult> done) {
        List<FctResult> results = new ArrayList<>();
        for (FctScheme scheme : schemes) {
            FctResult result = done.get(cell.by(scheme));
            if (result == null) {
                return Optional.empty();
            }
            results.add(result);
        }
        return Optional.ofNullable(done.get(cell.lossless()))
                .map(lossless -> new FctCell(lossless, results));
    }
}
