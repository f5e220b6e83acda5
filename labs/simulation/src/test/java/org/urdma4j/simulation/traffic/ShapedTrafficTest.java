package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.protection.shape.ChaffLimit;
import org.urdma4j.protection.shape.Shape;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.seal.Rotation;

import java.util.stream.LongStream;

/**
 * The mixed traffic of {@link ProtectedTrafficTest} in packets of one length, and in slots: every
 * byte arrives once, in its place, and who is on the link sees one length only.
 */
class ShapedTrafficTest {
    /** With which the longest packet fits the link. */
    private static final int MOST_PAYLOAD = 4072;

    private static final Rotation OFTEN = new Rotation(8, 5_000_000L);
    private static final ChaffLimit SHORT = ChaffLimit.ofNs(20_000_000L);
    private static final Shape CONSTANT = Shape.constant(200_000_000L, SHORT);

    static LongStream seeds() {
        return Seeds.of(2, 20);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldPlaceEveryByteOnceInPacketsOfOneLength(long seed) {
        run(seed, Shape.PAD, Shape.PAD);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldPlaceEveryByteOnceInSlots(long seed) {
        TrafficRun run = run(seed, CONSTANT, CONSTANT);

        long chaff =
                run.network.report().devices().values().stream()
                        .mapToLong(device -> device.getOrDefault(Counter.CHAFF_RCVD, 0L))
                        .sum();
        assertThat(chaff).isPositive();
    }

    /** Shape is each end's own affair. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldPlaceEveryByteOnceBesideAPeerOfAnotherShape(long seed) {
        run(seed, seed % 2 == 0 ? CONSTANT : Shape.NONE, Shape.PAD);
    }

    private static TrafficRun run(long seed, Shape there, Shape back) {
        TrafficConfig config = TrafficConfig.random(seed).urdma().payload(MOST_PAYLOAD);
        TrafficRun run = new TrafficRun(config, OFTEN, there, back);
        ShapeWatch[] watches = {
            new ShapeWatch(run.links.there()), new ShapeWatch(run.links.back())
        };
        Shape[] shapes = {there, back};
        try {
            run.run();
            for (int i = 0; i < watches.length; i++) {
                assertThat(watches[i].plain()).isZero();
                if (shapes[i].padded()) {
                    assertThat(watches[i].lengths().values())
                            .allSatisfy(lengths -> assertThat(lengths).hasSize(1));
                }
            }
        } catch (AssertionError | RuntimeException e) {
            String again = Seeds.again(ShapedTrafficTest.class, seed);
            throw new AssertionError(again + "\n" + run.network.report(), e);
        }
        return run;
    }
}
