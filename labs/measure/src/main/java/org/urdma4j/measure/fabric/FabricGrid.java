package org.urdma4j.measure.fabric;

import org.urdma4j.leafspine.run.FabricOptions;
import org.urdma4j.leafspine.run.FabricResult;
import org.urdma4j.leafspine.run.FabricRun;
import org.urdma4j.leafspine.run.Scheme;
import org.urdma4j.measure.parallel.SideBySide;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/** Runs cells, several runs at a time. */
public final class FabricGrid {
    /**
     * A cell to run.
     *
     * @param options with the first seed
     * @param seeds how many in a row run, if it depends on them
     */
    public record Wanted(FabricOptions options, int seeds) {
        List<FabricOptions> runs() {
            int count = options.hashes() ? seeds : 1;
            return IntStream.range(0, count)
                    .mapToObj(i -> options.seeded(options.seed() + i))
                    .toList();
        }
    }

    private FabricGrid() {}

    /**
     * Runs cells. What comes of them doesn't depend on the number of threads.
     *
     * @param threads how many run at a time, at least 1
     * @param progress told the share that is done, 0 to 1, now and then, by any thread; returns
     *     whether to go on: if not, only cells of which all had run are returned
     */
    public static List<FabricCell> run(List<Wanted> cells, int threads, DoublePredicate progress)
            throws InterruptedException {
        Set<FabricOptions> runs = new LinkedHashSet<>();
        cells.forEach(cell -> runs.addAll(cell.runs()));
        List<FabricOptions> all = List.copyOf(runs);
        List<Optional<FabricResult>> results =
                SideBySide.run(all, FabricRun::run, FabricGrid::weight, threads, progress);
        Map<FabricOptions, FabricResult> done = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            FabricOptions options = all.get(i);
            results.get(i).ifPresent(result -> done.put(options, result));
        }
        List<FabricCell> whole = new ArrayList<>();
        for (Wanted cell : cells) {
            List<FabricResult> own = results(cell, done);
            if (own != null) {
                FabricOptions base = cell.options().by(Scheme.BASELINE);
                whole.add(new FabricCell(own, results(new Wanted(base, cell.seeds()), done)));
            }
        }
        return whole;
    }

    private static List<FabricResult> results(Wanted cell, Map<FabricOptions, FabricResult> done) {
        List<FabricResult> results =
                cell.runs().stream().map(done::get).filter(Objects::nonNull).toList();
        return results.size() < cell.runs().size() ? null : results;
    }

    private static double weight(FabricOptions options) {
        return options.bytes();
    }
}
