package org.urdma4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import java.util.Collection;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Every benchmark, briefly: what is done for each packet allocates nothing. */
class DataPathAllocationTest {
    /**
     * JMH's own bookkeeping shows up as a fraction of a byte on a slow machine; the smallest object
     * for each batch of 15 packets would be more than this.
     */
    private static final double BYTES_PER_PACKET = 1.0;

    /** Every night for longer. */
    private static final long TIMES = Boolean.getBoolean("urdma.nightly") ? 3 : 1;

    /**
     * On a busy machine the compiler, which does away with objects that nobody sees, isn't done in
     * the short time that is enough for most.
     */
    private static final long LONGER = 20;

    private static Collection<RunResult> run(String benchmarks, long times) throws RunnerException {
        return new Runner(
                        new OptionsBuilder()
                                .include(benchmarks)
                                .forks(0)
                                .warmupIterations(2)
                                .warmupTime(TimeValue.milliseconds(100 * times))
                                .measurementIterations(1)
                                .measurementTime(TimeValue.milliseconds(200 * times))
                                .addProfiler(GCProfiler.class)
                                .verbosity(VerboseMode.SILENT) // it isn't for the times
                                .shouldFailOnError(true)
                                .build())
                .run();
    }

    private static double bytes(RunResult result) {
        return result.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
    }

    @Test
    void shouldAllocateNothingForAPacket() throws RunnerException {
        Collection<RunResult> results = run("org.urdma4j.bench.*", TIMES);

        assertThat(results).hasSize(18);
        Set<String> again =
                results.stream()
                        .filter(result -> bytes(result) >= BYTES_PER_PACKET)
                        .map(result -> result.getParams().getBenchmark())
                        .collect(Collectors.toSet());
        for (String benchmark : again) {
            for (RunResult result : run(Pattern.quote(benchmark), LONGER)) {
                assertThat(bytes(result)).as(result.getParams().id()).isLessThan(BYTES_PER_PACKET);
            }
        }
    }
}
