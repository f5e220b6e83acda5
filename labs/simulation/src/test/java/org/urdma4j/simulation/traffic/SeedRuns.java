package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

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

/**
 * Runs of mixed traffic, one for each of some {@link Seeds}, and what they had to recover from
 * together. A seed that fails is run again and captured.
 */
final class SeedRuns {
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

    private final Class<?> test;
    private final String captures;
    private final UnaryOperator<TrafficConfig> kind;
    private final List<Counter> recoveries;
    private final Map<Counter, Long> totals = new EnumMap<>(Counter.class);
    private int runs;

    /**
     * @param captures begins the names of files
     * @param kind makes what is run of what a seed draws
     * @param recoveries of which each is to be among the runs
     */
    SeedRuns(
            Class<?> test,
            String captures,
            UnaryOperator<TrafficConfig> kind,
            List<Counter> recoveries) {
        this.test = test;
        this.captures = captures;
        this.kind = kind;
        this.recoveries = recoveries;
    }

    void clear() {
        totals.clear();
        runs = 0;
    }

    void run(long seed) throws IOException {
        TrafficConfig config = kind.apply(TrafficConfig.random(seed));
        TrafficRun run = new TrafficRun(config);
        try {
            run.run();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "%s; captured in %s%n%s%n%s"
                            .formatted(
                                    Seeds.again(test, seed),
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
    void requireEveryRecovery() {
        if (runs >= ENOUGH) {
            for (Counter recovery : recoveries) {
                assertThat(totals.getOrDefault(recovery, 0L))
                        .as("%s in %d runs", recovery.label(), runs)
                        .isGreaterThan(runs);
            }
        }
    }
}
