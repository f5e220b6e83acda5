package org.urdma4j.simulation.traffic;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.transport.counter.Counter;

import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * Mixed operations in both directions at once over links that lose, reorder, duplicate and corrupt:
 * every byte arrives once, in its place, and completions come in order.
 */
class RandomTrafficTest {
    private static final SeedRuns RUNS =
            new SeedRuns(
                    RandomTrafficTest.class,
                    "",
                    UnaryOperator.identity(),
                    List.of(
                            Counter.RETRANSMITTED_PKTS,
                            Counter.DUPLICATE_REQUEST,
                            Counter.OUT_OF_SEQ_REQUEST,
                            Counter.RCVD_SEQ_ERR,
                            Counter.RCVD_RNR_ERR,
                            Counter.IMPLIED_NAK_SEQ_ERR,
                            Counter.LOCAL_ACK_TIMEOUT_ERR,
                            Counter.UNEXPECTED_RESPONSE,
                            Counter.DROPPED_ICRC));

    static LongStream seeds() {
        return Seeds.of(60, 1_000);
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
