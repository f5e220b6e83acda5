package org.urdma4j.bench.baseline;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

import java.util.Collection;
import java.util.List;

/**
 * A profiler for JMH that has the benchmark's own process do a {@link CalibrationLoad} before and
 * after each iteration: whatever slows the machine for a while slows both.
 */
public final class Calibration implements InternalProfiler {
    /** Name of the secondary result: nanoseconds a turn. */
    static final String METRIC = "calibration";

    private static final long EACH_NS = 40_000_000;

    private final CalibrationLoad load = new CalibrationLoad();
    private double before;

    @Override
    public String getDescription() {
        return "a fixed load around each iteration, to divide by";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = load.nsPerTurn(EACH_NS);
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double least = Math.min(before, load.nsPerTurn(EACH_NS));
        if (load.sum() == 0) {
            throw new IllegalStateException("the calibration did nothing");
        }
        return List.of(new ScalarResult(METRIC, least, "ns", AggregationPolicy.AVG));
    }
}
