package org.urdma4j.simulation.traffic;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * The mixed traffic of both profiles between devices with several event loops, not equally many:
 * queue pairs of different loops write to the same memory, and every byte arrives once, in its
 * place.
 */
class EventLoopsTrafficTest {
    static LongStream seeds() {
        return SeedRuns.seeds(40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldPlaceEveryByteOnceUnderTheStandardProfile(long seed) {
        run(seed, config -> config);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldPlaceEveryByteOnceUnderTheUrdmaProfile(long seed) {
        run(seed, TrafficConfig::urdma);
    }

    private static void run(long seed, UnaryOperator<TrafficConfig> kind) {
        TrafficConfig config = kind.apply(TrafficConfig.random(seed));
        TrafficRun run = new TrafficRun(config, 1 + (int) (seed % 4), 2 + (int) (seed % 3));
        try {
            run.run();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed %d%n%s".formatted(seed, run.network.report()), e);
        }
    }
}
