package org.urdma4j.measure.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.urdma4j.measure.spec.Control;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.measure.traffic.LatencySummary;

class LatenciesTest {
    private static Latencies latencies(long rate, long omitNs) {
        Load load = new Load(1000, 1, 1, 1_000_000_000, 0, omitNs, 0, false, true, 1);
        Tuning tuning = new Tuning(0, "rrcc", 0, rate, "off", 14, 7, 0, 0, "", 0, Control.CM);
        return new Latencies(
                new RunSpec(Protocol.URDMA, Operation.WRITE, Direction.FORWARD, load, tuning));
    }

    @Test
    void shouldSummarizeWhatItWasTold() {
        Latencies times = latencies(0, 0);
        for (int us = 1; us <= 1000; us++) {
            times.record(0, us * 1000L);
        }

        LatencySummary summary = times.summary();

        assertThat(summary.count()).isEqualTo(1000);
        assertThat(summary.min()).isCloseTo(1, within(0.01));
        assertThat(summary.typical()).isCloseTo(500, within(1.0));
        assertThat(summary.avg()).isCloseTo(500.5, within(1.0));
        assertThat(summary.p99()).isCloseTo(990, within(1.0));
        assertThat(summary.p999()).isCloseTo(999, within(1.0));
        assertThat(summary.max()).isCloseTo(1000, within(1.0));
    }

    @Test
    void shouldPlanRequestsAtTheirRateHoweverLongTheyTake() {
        // 1000 bytes at 800 Mbit/s: one each 10 us.
        Latencies times = latencies(800_000_000, 0);

        long first = times.await();

        assertThat(times.await() - first).isEqualTo(10_000);
        assertThat(times.await() - first).isEqualTo(20_000);
    }

    @Test
    void shouldLeaveOutWhatIsOmitted() {
        Latencies times = latencies(0, 1_000_000_000);
        long start = times.await();

        times.record(start, start + 999_999_999);
        assertThat(times.summary()).isNull();

        times.record(start, start + 1_000_000_000);
        assertThat(times.summary().count()).isEqualTo(1);
    }
}
