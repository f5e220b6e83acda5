package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.seal.Rotation;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/**
 * The mixed traffic of {@link UrdmaTrafficTest} with all packets sealed: a new key each 256
 * packets, and new generations amid it, of which either end may hear later than the other. Every
 * byte arrives once, in its place.
 */
class ProtectedTrafficTest {
    private static final Rotation OFTEN = new Rotation(8, 5_000_000L);
    private static final int RENEWALS = 5;

    static LongStream seeds() {
        return Seeds.of(6, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldPlaceEveryByteOnceWhileKeysChange(long seed) {
        TrafficConfig config = TrafficConfig.random(seed).urdma();
        TrafficRun run = new TrafficRun(config, OFTEN);
        runWhileKeysChange(run, seed);
    }

    /** Lists and challenges are sealed like data; paths overtake each other within the window. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldPlaceEveryByteOnceOverSeveralPaths(long seed) {
        TrafficRun run = new TrafficRun(TrafficConfig.random(seed).severalPaths(), OFTEN);
        runWhileKeysChange(run, seed);
    }

    /** Each event loop has keys of its own, which follow from the same handshakes. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldPlaceEveryByteOnceBetweenSeveralEventLoops(long seed) {
        TrafficConfig config = TrafficConfig.random(seed).urdma();
        int loopsOfLeft = 1 + (int) (seed % 4);
        int loopsOfRight = 2 + (int) (seed % 3);
        TrafficRun run = new TrafficRun(config, OFTEN, loopsOfLeft, loopsOfRight);
        runWhileKeysChange(run, seed);
    }

    private static void runWhileKeysChange(TrafficRun run, long seed) {
        renew(run, new SplittableRandom(seed), RENEWALS);
        try {
            run.run();
        } catch (AssertionError | RuntimeException e) {
            String again = Seeds.again(ProtectedTrafficTest.class, seed);
            throw new AssertionError(again + "\n" + run.network.report(), e);
        }
    }

    /** A handshake, of which the client knows later that the server has it, and then another. */
    private static void renew(TrafficRun run, RandomGenerator random, int times) {
        if (times == 0) {
            return;
        }
        var time = run.network.time();
        long atNs = time.nowNs() + 1 + random.nextLong(20_000_000L);
        long heardNs = atNs + random.nextLong(5_000_000L);
        time.schedule(
                atNs,
                () -> {
                    run.association.offer();
                    run.association.useAtServer();
                });
        time.schedule(
                heardNs,
                () -> {
                    run.association.useAtClient();
                    renew(run, random, times - 1);
                });
    }

    @Test
    void shouldPutNothingButSealedPacketsOnTheLink() {
        TrafficRun run = new TrafficRun(TrafficConfig.random(3).urdma(), OFTEN);
        SealedWatch watch = new SealedWatch(run.links.there());
        renew(run, new SplittableRandom(1), RENEWALS);
        run.run();

        assertThat(watch.plain()).isZero();
        assertThat(watch.sealed()).isGreaterThan(1000);
        assertThat(watch.numbersUsedTwice()).isZero();
        assertThat(watch.generations()).isEqualTo(1 + RENEWALS);
    }

    @Test
    void shouldCountWhatComesAgain() {
        TrafficRun run = new TrafficRun(TrafficConfig.random(3).urdma(), OFTEN);
        run.run();

        long replayed =
                run.network.report().devices().values().stream()
                        .mapToLong(device -> device.getOrDefault(Counter.DROPPED_REPLAY, 0L))
                        .sum();
        assertThat(replayed).as("duplicates of the links").isPositive();
    }
}
