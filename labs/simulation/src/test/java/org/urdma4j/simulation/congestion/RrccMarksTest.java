package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.SharedQueue.GBPS;
import static org.urdma4j.simulation.congestion.SharedQueue.MS;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.verbs.UrdmaTuning;

/** RRCC over a queue that marks, beside the same queue without marks. */
class RrccMarksTest {
    private static final long SEEDS = Seeds.size(1, 3);
    private static final long SPAN_MS = Seeds.size(1000, 2000);

    /** What shows in a while of flows that begin some 10 ms apart, which depends on the seed. */
    private static SharedQueue.Found run(
            long seed, long gbps, long rttMs, int flows, RedMarking marking, long fromMs) {
        SharedQueue queue =
                new SharedQueue(seed, gbps * GBPS, rttMs * MS, marking)
                        .start(
                                flows,
                                10 * MS + (seed - 1) * 1_370_123,
                                () -> Bulk.urdma(UrdmaTuning.DEFAULT));
        return queue.found(fromMs * MS, (fromMs + SPAN_MS) * MS);
    }

    /** By day a link of few flows has two fifths of its rate, as each packet takes its time. */
    private static long ofFew(long gbps) {
        return Math.max(1, gbps * Seeds.size(2, 5) / 5);
    }

    /** K_max is a share of what fits the path, K_min a quarter of it. */
    private static RedMarking marking(long gbps, long rttMs, int part) {
        long most = gbps * GBPS / 8000 * rttMs / part;
        return new RedMarking(most / 4, most, 0.5);
    }

    @ParameterizedTest
    @CsvSource({"10, 20", "1, 40", "20, 10"})
    void shouldKeepTheQueueBelowWhatIsAlwaysMarked(long most, long rttMs) {
        long gbps = ofFew(most);
        RedMarking marking = marking(gbps, rttMs, 32);

        SharedQueue.Found without = run(1, gbps, rttMs, 1, RedMarking.NONE, 1000);
        SharedQueue.Found with = run(1, gbps, rttMs, 1, marking, 1000);

        assertThat(without.p95Bytes()).isGreaterThan((double) marking.maxBytes());
        assertThat(with.p95Bytes()).isLessThan((double) marking.maxBytes());
        assertThat(with.use()).isGreaterThanOrEqualTo(0.98 * without.use());
    }

    /** Their estimates come to more than the link, and their probes may meet. */
    @ParameterizedTest
    @CsvSource({
        "10, 20, 2, 1000",
        "10, 20, 4, 1000",
        "10, 20, 8, 2000",
        "20, 10, 8, 2000",
        "1, 40, 2, 4000",
        "1, 40, 4, 3000",
        "1, 40, 8, 5000"
    })
    void shouldKeepTheQueueOfSeveralBelowWhatIsAlwaysMarked(
            long most, long rttMs, int flows, long fromMs) {
        long gbps = flows < 8 ? ofFew(most) : most;
        RedMarking marking = marking(gbps, rttMs, 32);
        SharedQueue.Found without = run(1, gbps, rttMs, flows, RedMarking.NONE, fromMs);
        for (long seed = 1; seed <= SEEDS; seed++) {
            SharedQueue.Found with = run(seed, gbps, rttMs, flows, marking, fromMs);

            assertThat(with.p95Bytes())
                    .as("seed %d", seed)
                    .isLessThan((double) marking.maxBytes())
                    .isLessThan(0.5 * without.p95Bytes());
            assertThat(with.use()).as("seed %d", seed).isGreaterThanOrEqualTo(0.98 * without.use());
        }
    }
}
