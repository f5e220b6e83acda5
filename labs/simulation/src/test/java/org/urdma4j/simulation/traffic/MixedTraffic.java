package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.transport.counter.Counter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * Mixed operations in both directions at once over links that lose, reorder, duplicate and corrupt:
 * every byte arrives once, in its place, and completions come in order. All {@link Seeds} together
 * need every kind of recovery. One that fails is run again and captured.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MixedTraffic {
    /** What the URDMA profile counts when it recovers. */
    static final List<Counter> URDMA_RECOVERIES =
            List.of(
                    Counter.RETRANSMITTED_PKTS,
                    Counter.DUPLICATE_REQUEST,
                    Counter.RCVD_RNR_ERR,
                    Counter.PROBES_SENT,
                    Counter.REPORTS_RCVD,
                    Counter.UNEXPECTED_RESPONSE,
                    Counter.DROPPED_ICRC);

    /** So many runs, and each kind of recovery is among them. */
    private static final int ENOUGH = 40;

    private final String captures;
    private final UnaryOperator<TrafficConfig> kind;
    private final List<Counter> recoveries;
    private final long usual;
    private final long nightly;
    private final Map<Counter, Long> totals = new EnumMap<>(Counter.class);
    private int runs;

    /**
     * @param captures begins the names of files
     * @param kind makes what is run of what a seed draws
     * @param recoveries of which each is to be among the runs
     * @param usual how many seeds, by day
     * @param nightly how many by night
     */
    MixedTraffic(
            String captures,
            UnaryOperator<TrafficConfig> kind,
            List<Counter> recoveries,
            long usual,
            long nightly) {
        this.captures = captures;
        this.kind = kind;
        this.recoveries = recoveries;
        this.usual = usual;
        this.nightly = nightly;
    }

    LongStream seeds() {
        return Seeds.of(usual, nightly);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldPlaceEveryByteOnceAndCompleteInOrder(long seed) throws IOException {
        TrafficConfig config = kind.apply(TrafficConfig.random(seed));
        TrafficRun run = new TrafficRun(config);
        try {
            run.run();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "%s; captured in %s%n%s%n%s"
                            .formatted(
                                    Seeds.again(getClass(), seed),
                                    capture(config),
                                    config,
                                    run.network.report()),
                    e);
        }
        runs++;
        run.network
                .report()
                .devices()
                .values()
                .forEach(device -> device.forEach((what, n) -> totals.merge(what, n, Long::sum)));
    }

    private Path capture(TrafficConfig config) throws IOException {
        Path file = Files.createDirectories(Path.of("target", "captures"));
        file = file.resolve("%sseed-%d.pcap".formatted(captures, config.seed())).toAbsolutePath();
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
    void shouldHaveSeenEveryRecovery() {
        if (runs >= ENOUGH) {
            for (Counter recovery : recoveries) {
                assertThat(totals.getOrDefault(recovery, 0L))
                        .as("%s in %d runs", recovery.label(), runs)
                        .isGreaterThan(runs);
            }
        }
    }
}
