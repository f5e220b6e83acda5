package org.urdma4j.measure.fct;

import org.urdma4j.measure.parallel.SideBySide;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoublePredicate;

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
        Set<FctOptions> runs = new LinkedHashSet<>();
        for (FctOptions cell : cells) {
            runs.add(cell.lossless());
            schemes.forEach(scheme -> runs.add(cell.by(scheme)));
        }
        List<FctOptions> all = List.copyOf(runs);
        List<Optional<FctResult>> results =
                SideBySide.run(all, FctRun::run, FctGrid::packets, threads, progress);
        Map<FctOptions, FctResult> done = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            FctOptions options = all.get(i);
            results.get(i).ifPresent(result -> done.put(options, result));
        }
        return cells.stream().flatMap(cell -> cell(cell, schemes, done).stream()).toList();
    }

    private static double packets(FctOptions run) {
        return run.flows() * (1 + run.sizes().mean() / run.mtu());
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
