package org.urdma4j.protection.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.urdma4j.protection.aead.Libcrypto;

import java.util.Collection;

/** The benchmark does what it says with each implementation, briefly. */
class SealBenchmarkTest {
    @Test
    void shouldSealAndOpenByBoth() throws RunnerException {
        assumeTrue(
                Libcrypto.open(Libcrypto.SYSTEM).isPresent(),
                "no libcrypto 3 here (Debian: libssl3)");
        Collection<RunResult> results =
                new Runner(
                                new OptionsBuilder()
                                        .include(SealBenchmark.class.getName())
                                        .forks(0)
                                        .warmupIterations(0)
                                        .measurementIterations(1)
                                        .measurementTime(TimeValue.milliseconds(10))
                                        .verbosity(VerboseMode.SILENT)
                                        .shouldFailOnError(true)
                                        .build())
                        .run();

        assertThat(results).hasSize(8);
    }
}
