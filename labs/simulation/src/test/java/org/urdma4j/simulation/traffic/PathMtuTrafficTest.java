package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.seal.Rotation;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/**
 * The mixed traffic of {@link UrdmaTrafficTest} over paths whose MTU changes while it runs, each
 * direction for itself, without a word from the routers: every byte arrives once, in its place.
 */
class PathMtuTrafficTest {
    /** So many runs, and there are some of everything among them. */
    private static final int ENOUGH = 6;

    private static final int CHANGES = 8;
    private static final int[] MTUS = {1280, 1280, 1400, 1420, 1500, 1999, 3000, 4100, 9000};

    /** IPv4, UDP and ICRC, which the length of a packet on a link doesn't have. */
    private static final int AROUND = 32;

    private static final Map<Counter, Long> TOTALS = new EnumMap<>(Counter.class);
    private static long runs;

    @BeforeAll
    static void begin() {
        TOTALS.clear();
        runs = 0;
    }

    /** Paths that are wide enough all the time would test nothing. */
    @AfterAll
    static void shouldHaveSeenBlackHoles() {
        if (runs >= ENOUGH) {
            assertThat(total(Counter.PATH_MTU_BLACK_HOLES)).isGreaterThan(runs);
            assertThat(total(Counter.PIECES_SENT)).isGreaterThan(20 * runs);
            assertThat(total(Counter.PIECES_RCVD)).isGreaterThan(10 * runs);
            assertThat(total(Counter.PATH_MTU_PROBES_SENT)).isGreaterThan(20 * runs);
        }
    }

    private static long total(Counter counter) {
        return TOTALS.getOrDefault(counter, 0L);
    }

    static LongStream seeds() {
        return Seeds.of(4, 100);
    }

    static LongStream sealed() {
        return Seeds.of(2, 40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldPlaceEveryByteOnce(long seed) {
        check(seed, new TrafficRun(TrafficConfig.random(seed).pathMtu()));
    }

    @ParameterizedTest
    @MethodSource("sealed")
    void shouldPlaceEveryByteOnceSealed(long seed) {
        TrafficConfig config = TrafficConfig.random(seed).pathMtu();
        check(seed, new TrafficRun(config, new Rotation(8, 5_000_000L)));
    }

    private static void check(long seed, TrafficRun run) {
        RandomGenerator random = new SplittableRandom(~seed);
        narrow(run, run.links.there(), random);
        narrow(run, run.links.back(), random);
        try {
            run.run();
        } catch (AssertionError | RuntimeException e) {
            String again = Seeds.again(PathMtuTrafficTest.class, seed);
            throw new AssertionError(again + "\n" + run.network.report(), e);
        }
        run.network
                .report()
                .devices()
                .values()
                .forEach(device -> device.forEach((what, n) -> TOTALS.merge(what, n, Long::sum)));
        runs++;
    }

    private static void narrow(TrafficRun run, SimulatedLink link, RandomGenerator random) {
        carry(link, MTUS[random.nextInt(MTUS.length)]);
        long atNs = 0;
        for (int i = 0; i < CHANGES; i++) {
            atNs += 1 + random.nextLong(40_000_000L << random.nextInt(4));
            int mtu = MTUS[random.nextInt(MTUS.length)];
            run.network.time().schedule(atNs, () -> carry(link, mtu));
        }
    }

    private static void carry(SimulatedLink link, int mtu) {
        link.script(
                new Script<SimulatedPacket>()
                        .drop(
                                "longer than " + mtu,
                                Occurrence.all(),
                                SimulatedPacket.longerThan(mtu - AROUND)));
    }
}
