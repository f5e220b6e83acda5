package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.urdma4j.simulation.congestion.SharedQueue.GBPS;
import static org.urdma4j.simulation.congestion.SharedQueue.MS;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.congestion.TimelyConfig;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaTuning;

/** TIMELY, patched and as published, over a queue without marks. */
class TimelyTest {
    private static final long RTT_NS = 10_000;
    private static final long SPAN_NS = Seeds.size(50, 200) * MS;

    private static QpAttr attributes(CongestionControlType type, boolean urdma, long line) {
        UrdmaTuning tuning =
                UrdmaTuning.builder().congestionControl(type).referenceRate(line, false).build();
        return urdma ? Bulk.urdma(tuning) : Bulk.standard(tuning, Mtu.MTU_4096);
    }

    private static SharedQueue start(
            int flows, CongestionControlType type, boolean urdma, long line, long rttNs) {
        return new SharedQueue(line, rttNs, RedMarking.NONE)
                .start(flows, 10 * MS, () -> attributes(type, urdma, line));
    }

    @ParameterizedTest
    @CsvSource({"2, false", "4, false", "8, false", "4, true"})
    void shouldBeFairAtTheFixedPointOfThePatch(int flows, boolean urdma) {
        long line = 100 * GBPS;
        TimelyConfig config = TimelyConfig.patched(line);
        SharedQueue queue = start(flows, CongestionControlType.TIMELY_PATCHED, urdma, line, RTT_NS);

        SharedQueue.Found found = queue.found(200 * MS, 200 * MS + SPAN_NS);

        // C × T_low × (1 + Nδ/(βC)), of which the empty path is C × its round trip
        double perNs = line / 8e9;
        double steps = (double) flows * config.stepBitsPerSecond() / (config.decrease() * line);
        double expected = perNs * config.lowNs() * (1 + steps) - perNs * RTT_NS;
        assertThat(found.jain()).isGreaterThanOrEqualTo(0.99);
        assertThat(found.use()).isGreaterThanOrEqualTo(0.99);
        assertThat(found.meanBytes()).isCloseTo(expected, withinPercentage(5));
        assertThat(found.maxBytes()).isCloseTo(expected, withinPercentage(5));
    }

    /** As published it neither keeps a queue nor fills the link: it swings. */
    @Test
    void shouldSwingAsPublished() {
        SharedQueue queue = start(2, CongestionControlType.TIMELY, false, 10 * GBPS, 4_000);

        SharedQueue.Found found = queue.found(200 * MS, 200 * MS + SPAN_NS);

        assertThat(found.use()).isBetween(0.9, 0.97);
        assertThat(found.maxBytes()).isGreaterThan(4 * found.meanBytes());
    }

    /** Every round trip is above T_high: the rate falls to its least, whatever is free. */
    @ParameterizedTest
    @CsvSource({"TIMELY", "TIMELY_PATCHED"})
    void shouldSendNextToNothingOverALongPath(CongestionControlType type) {
        long line = 100 * GBPS;
        SharedQueue queue = start(2, type, true, line, 20 * MS);

        SharedQueue.Found found = queue.found(500 * MS, 1000 * MS);

        assertThat(found.use()).isLessThan(0.01);
    }
}
