package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.SharedQueue.GBPS;
import static org.urdma4j.simulation.congestion.SharedQueue.MS;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.verbs.UrdmaTuning;

/** RRCC over a queue that marks, beside the same queue without marks. */
class RrccMarksTest {
    private static SharedQueue.Found run(long gbps, long rttMs, int flows, RedMarking marking) {
        SharedQueue queue =
                new SharedQueue(gbps * GBPS, rttMs * MS, marking)
                        .start(flows, 10 * MS, () -> Bulk.urdma(UrdmaTuning.DEFAULT));
        return queue.found(1000 * MS, 3000 * MS);
    }

    /** K_max is a share of what fits the path, K_min a quarter of it. */
    private static RedMarking marking(long gbps, long rttMs, int part) {
        long most = gbps * GBPS / 8000 * rttMs / part;
        return new RedMarking(most / 4, most, 0.5);
    }

    @ParameterizedTest
    @CsvSource({"10, 20", "1, 40", "20, 10"})
    void shouldKeepTheQueueBelowWhatIsAlwaysMarked(long gbps, long rttMs) {
        RedMarking marking = marking(gbps, rttMs, 32);

        SharedQueue.Found without = run(gbps, rttMs, 1, RedMarking.NONE);
        SharedQueue.Found with = run(gbps, rttMs, 1, marking);

        assertThat(without.p95Bytes()).isGreaterThan((double) marking.maxBytes());
        assertThat(with.p95Bytes()).isLessThan((double) marking.maxBytes());
        assertThat(with.use()).isGreaterThanOrEqualTo(0.98 * without.use());
    }

    /** Their probes may meet, so that they exceed it at times; without marks by far more. */
    @ParameterizedTest
    @CsvSource({"10, 20", "1, 40"})
    void shouldShortenTheQueueOfTwo(long gbps, long rttMs) {
        SharedQueue.Found without = run(gbps, rttMs, 2, RedMarking.NONE);
        SharedQueue.Found with = run(gbps, rttMs, 2, marking(gbps, rttMs, 32));

        assertThat(with.p95Bytes()).isLessThan(0.5 * without.p95Bytes());
        assertThat(with.use()).isGreaterThanOrEqualTo(0.98 * without.use());
    }
}
