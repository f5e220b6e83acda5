package org.urdma4j.simulation.traffic;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.simulation.Seeds;

import java.io.IOException;
import java.util.stream.LongStream;

/**
 * Mixed operations over two to four rails, in both directions at once, whose round trips and rates
 * differ by up to 100 times, that lose, reorder, duplicate and corrupt, fail and come back, some in
 * one direction alone: every byte arrives once, in its place, and completions come in order.
 */
class SeveralPathsTrafficTest {
    private static final SeedRuns RUNS =
            new SeedRuns(
                    SeveralPathsTrafficTest.class,
                    "paths-",
                    TrafficConfig::severalPaths,
                    SeedRuns.URDMA_RECOVERIES);

    static LongStream seeds() {
        return Seeds.of(40, 200);
    }

    @BeforeAll
    static void begin() {
        RUNS.clear();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldPlaceEveryByteOnceAndCompleteInOrder(long seed) throws IOException {
        RUNS.run(seed);
    }

    @AfterAll
    static void shouldHaveSeenEveryRecovery() {
        RUNS.requireEveryRecovery();
    }
}
