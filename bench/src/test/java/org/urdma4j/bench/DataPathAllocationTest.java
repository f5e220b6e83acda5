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

/** Every benchmark, briefly: what is done for each packet allocates nothing. */
class DataPathAllocationTest {
    /**
     * JMH's own bookkeeping shows up as a fraction of a byte on a slow machine; the smallest object
     * for each batch of 15 packets would be more than this.
     */
    private static final double BYTES_PER_PACKET = 1.0;

    /** Every night for longer. */
    private static final long TIMES = Boolean.getBoolean("urdma.nightly") ? 3 : 1;

    @Test
    void shouldAllocateNothingForAPacket() throws RunnerException {
        Collection<RunResult> results =
                new Runner(
                                new OptionsBuilder()
                                        .include("org.urdma4j.bench.*")
                                        .forks(0)
                                        .warmupIterations(2)
                                        .warmupTime(TimeValue.milliseconds(100 * TIMES))
                                        .measurementIterations(1)
                                        .measurementTime(TimeValue.milliseconds(200 * TIMES))
                                        .addProfiler(GCProfiler.class)
                                        .verbosity(VerboseMode.SILENT) // it isn't for the times
                                        .shouldFailOnError(true)
                                        .build())
                        .run();

        assertThat(results).hasSize(18);
        for (RunResult result : results) {
            double bytes = result.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
            assertThat(bytes).as(result.getParams().id()).isLessThan(BYTES_PER_PACKET);
        }
    }
}
