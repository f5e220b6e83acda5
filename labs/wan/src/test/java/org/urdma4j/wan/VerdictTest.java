package org.urdma4j.wan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.wan.shuttle.DirectionReport;
import org.urdma4j.wan.shuttle.LatenessSummary;
import org.urdma4j.wan.shuttle.ShuttleReport;

class VerdictTest {
    private static final long US = 1_000;

    @Test
    void theLimitShouldBeOneMillisecondOrTwoPercentOfTheRoundTrip() {
        assertThat(Verdict.limitNs(20_000 * US)).isEqualTo(400 * US);
        assertThat(Verdict.limitNs(50_000 * US)).isEqualTo(1_000 * US);
        assertThat(Verdict.limitNs(80_000 * US)).isEqualTo(1_000 * US);
        assertThat(Verdict.limitNs(0)).isEqualTo(1_000 * US);
    }

    @Test
    void theWorstOfDirectionsAndWaysShouldCount() {
        ShuttleReport report =
                new ShuttleReport(direction(0, 10 * US, 399 * US), direction(0, 400 * US, 7 * US));
        Verdict verdict = Verdict.of(400 * US, report, 0);
        assertThat(verdict.lateNs()).isEqualTo(400 * US);
        assertThat(verdict.isVoid()).isFalse();
        assertThat(verdict.reason()).isEmpty();
        assertThat(Verdict.of(399 * US, report, 0).isVoid()).isTrue();
        assertThat(Verdict.of(399 * US, report, 0).reason()).contains("0.400 ms", "0.399 ms");
    }

    @Test
    void aDropOfTheEmulatorShouldVoidTheRun() {
        ShuttleReport clean = new ShuttleReport(direction(0, 0, 0), direction(0, 0, 0));
        assertThat(Verdict.of(400 * US, clean, 1).isVoid()).isTrue();
        ShuttleReport refused = new ShuttleReport(direction(0, 0, 0), direction(2, 0, 0));
        Verdict verdict = Verdict.of(400 * US, refused, 0);
        assertThat(verdict.isVoid()).isTrue();
        assertThat(verdict.reason()).contains("2 times");
    }

    private static DirectionReport direction(long refused, long lateIn, long lateOut) {
        return new DirectionReport(
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                refused,
                0,
                late(lateIn),
                late(lateOut));
    }

    private static LatenessSummary late(long p99Ns) {
        return new LatenessSummary(0, p99Ns, 10 * p99Ns);
    }
}
