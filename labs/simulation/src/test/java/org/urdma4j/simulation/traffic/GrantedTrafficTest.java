package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.seal.Rotation;

import java.util.stream.LongStream;

/**
 * The mixed traffic of {@link UrdmaTrafficTest} with grants, at the rate of the link or at whatever
 * is asked for: SENDs that find no receive, READs and atomics both ways, messages lost, late,
 * doubled and damaged. Every byte arrives once, and nothing waits for ever.
 */
class GrantedTrafficTest {
    private static long messages;
    private static long runs;

    @BeforeAll
    static void begin() {
        messages = 0;
        runs = 0;
    }

    /** Traffic that gets along without grants would test nothing. */
    @AfterAll
    static void shouldHaveSeenGrants() {
        assertThat(messages).isGreaterThan(10 * runs);
    }

    static LongStream seeds() {
        return Seeds.of(4, 100);
    }

    static LongStream sealed() {
        return Seeds.of(2, 30);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldPlaceEveryByteOnce(long seed) {
        check(seed, new TrafficRun(TrafficConfig.random(seed).urdma().granted()));
    }

    @ParameterizedTest
    @MethodSource("sealed")
    void shouldPlaceEveryByteOnceSealed(long seed) {
        TrafficConfig config = TrafficConfig.random(seed).urdma().granted();
        check(seed, new TrafficRun(config, new Rotation(8, 5_000_000L)));
    }

    /** The receiver schedules queue pairs whose data comes over two to four rails. */
    @ParameterizedTest
    @MethodSource("sealed")
    void shouldPlaceEveryByteOnceOverSeveralPaths(long seed) {
        check(seed, new TrafficRun(TrafficConfig.random(seed).severalPaths().granted()));
    }

    private static void check(long seed, TrafficRun run) {
        try {
            run.run();
        } catch (AssertionError | RuntimeException e) {
            String again = Seeds.again(GrantedTrafficTest.class, seed);
            throw new AssertionError(again + "\n" + run.network.report(), e);
        }
        run.network
                .report()
                .devices()
                .values()
                .forEach(counters -> messages += counters.getOrDefault(Counter.GRANTS_RCVD, 0L));
        runs++;
    }
}
