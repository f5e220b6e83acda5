package org.urdma4j.measure.fabric;

import org.urdma4j.leafspine.run.FabricOptions;
import org.urdma4j.leafspine.run.FabricResult;
import org.urdma4j.leafspine.run.Scheme;

import java.util.Comparator;
import java.util.List;

/**
 * The same by several seeds.
 *
 * @param runs one for each seed, at least one
 * @param baseline the same by {@link Scheme#BASELINE}, null if that didn't run
 */
public record FabricCell(List<FabricResult> runs, List<FabricResult> baseline) {
    public FabricCell {
        runs = List.copyOf(runs);
        baseline = baseline == null ? null : List.copyOf(baseline);
    }

    /** Returns what ran; the seed is the first one's. */
    public FabricOptions options() {
        return runs.getFirst().options();
    }

    /** Returns the run whose time is the median; of an even number, the longer one of the two. */
    public FabricResult median() {
        return median(runs);
    }

    private static FabricResult median(List<FabricResult> of) {
        return of.stream().sorted(BY_TIME).toList().get(of.size() / 2);
    }

    /** Those that never ended are the longest. */
    private static final Comparator<FabricResult> BY_TIME =
            Comparator.comparingDouble(it -> it.isOver() ? it.jctMs() : Double.POSITIVE_INFINITY);

    /** Returns the shortest time in milliseconds, NaN if none ended. */
    public double minMs() {
        return runs.stream().min(BY_TIME).orElseThrow().jctMs();
    }

    /** Returns the longest time in milliseconds, NaN if one never ended. */
    public double maxMs() {
        return runs.stream().max(BY_TIME).orElseThrow().jctMs();
    }

    /** Returns the baseline's median time ÷ this one's, NaN if either isn't known. */
    public double ratioToBaseline() {
        return baseline == null ? Double.NaN : median(baseline).jctMs() / median().jctMs();
    }
}
