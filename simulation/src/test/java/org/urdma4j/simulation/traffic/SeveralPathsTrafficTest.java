package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.transport.counter.Counter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Mixed operations over two to four rails, in both directions at once, whose round trips and rates
 * differ by up to 100 times, that lose, reorder, duplicate and corrupt, fail and come back, some in
 * one direction alone: every byte arrives once, in its place, and completions come in order.
 *
 * <p>{@code -Dseeds=N} runs N seeds instead of 200, {@code -Dseed=K} the one seed K. A seed that
 * fails is run again and captured.
 */
class SeveralPathsTrafficTest {
    private static final int SEEDS = 200;

    /** So many runs, and each kind of recovery is among them. */
    private static final int ENOUGH = 100;

    private static final List<Counter> RECOVERIES =
            List.of(
                    Counter.RETRANSMITTED_PKTS,
                    Counter.DUPLICATE_REQUEST,
                    Counter.RCVD_RNR_ERR,
                    Counter.PROBES_SENT,
                    Counter.REPORTS_RCVD,
                    Counter.UNEXPECTED_RESPONSE,
                    Counter.DROPPED_ICRC);

    private static final Map<Counter, Long> TOTALS = new EnumMap<>(Counter.class);
    private static int runs;

    static LongStream seeds() {
        Long one = Long.getLong("seed");
        return one != null ? LongStream.of(one) : LongStream.range(0, Long.getLong("seeds", SEEDS));
    }

    @BeforeAll
    static void begin() {
        TOTALS.clear();
        runs = 0;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldPlaceEveryByteOnceAndCompleteInOrder(long seed) throws IOException {
        TrafficConfig config = TrafficConfig.random(seed).severalPaths();
        TrafficRun run = new TrafficRun(config);
        try {
            run.run();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "seed %d failed; again with -Dtest=SeveralPathsTrafficTest -Dseed=%d; captured in %s%n%s%n%s"
                            .formatted(seed, seed, capture(config), config, run.network.report()),
                    e);
        }
        runs++;
        run.network
                .report()
                .devices()
                .values()
                .forEach(device -> device.forEach((what, n) -> TOTALS.merge(what, n, Long::sum)));
    }

    private static Path capture(TrafficConfig config) throws IOException {
        Path file = Files.createDirectories(Path.of("target", "captures"));
        file = file.resolve("paths-seed-%d.pcap".formatted(config.seed())).toAbsolutePath();
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            TrafficRun run = new TrafficRun(config);
            run.capture(writer);
            run.run();
        } catch (AssertionError | RuntimeException _) {
            // as before: only the packets are wanted
        }
        return file;
    }

    /** Traffic that never needs a recovery would test nothing. */
    @AfterAll
    static void shouldHaveSeenEveryRecovery() {
        if (runs >= ENOUGH) {
            for (Counter recovery : RECOVERIES) {
                assertThat(TOTALS.getOrDefault(recovery, 0L))
                        .as("%s in %d runs", recovery.label(), runs)
                        .isGreaterThan(runs);
            }
        }
    }
}
