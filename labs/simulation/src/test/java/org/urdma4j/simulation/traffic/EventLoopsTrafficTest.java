package org.urdma4j.simulation.traffic;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.simulation.Seeds;

import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * The mixed traffic of both profiles between devices with several event loops, not equally many:
 * queue pairs of different loops write to the same memory, and every byte arrives once, in its
 * place.
 */
class EventLoopsTrafficTest {
    static LongStream seeds() {
        return Seeds.of(6, 40);
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
            String again = Seeds.again(EventLoopsTrafficTest.class, seed);
            throw new AssertionError(again + "\n" + run.network.report(), e);
        }
    }
}
