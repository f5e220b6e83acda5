package org.urdma4j.transport.urdma.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.transport.qp.ArrivalStatistics;

class ArrivalTimesTest {
    private static final int UNIT = Timestamp.UNIT_NS;
    private static final long SECOND = 1_000_000_000L;

    /** The peer's clock reads so many units less than ours. */
    private int behind;

    private final ArrivalTimes times = new ArrivalTimes();

    /** Data that was {@code there} units on its way, from a peer whose ways back took the other. */
    private void arrive(int there, int back, long nowNs) {
        times.onData(there + behind, back - behind, nowNs);
    }

    @Test
    void shouldBeNothingBeforeAnythingCame() {
        assertThat(times.statistics()).isEqualTo(ArrivalStatistics.NONE);
    }

    /** Worked out by hand from RFC 3550, 6.4.1: J += (|D| - J) / 16. */
    @Test
    void shouldTakeTheJitterOfTheRfc() {
        double expected = 0;
        int[] delays = {100, 130, 90, 90, 250, 240};
        for (int i = 0; i < delays.length; i++) {
            arrive(delays[i], 40, i);
            if (i > 0) {
                expected += (Math.abs(delays[i] - delays[i - 1]) - expected) / 16;
            }
        }
        assertThat((double) times.statistics().jitterNs())
                .isCloseTo(expected * UNIT, within(0.5 * UNIT));
    }

    @Test
    void shouldHaveAJitterOfDataThatTellsNoDelay() {
        times.onData(1000, PeerClock.UNKNOWN, 0);
        times.onData(1160, PeerClock.UNKNOWN, 1);

        assertThat(times.statistics())
                .isEqualTo(new ArrivalStatistics(10L * UNIT, 2, 2160L * UNIT, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 123_456, -5, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void shouldSayNoMoreThanTheClocksTell(int offset) {
        behind = offset;
        arrive(150, 120, 0);
        arrive(110, 130, 1);
        arrive(400, 100, 2);

        ArrivalStatistics all = times.statistics();
        // 110 there and 100 back at least: so each way may be 105 shorter or longer than is said.
        assertThat(all.packets()).isEqualTo(3);
        assertThat(all.judged()).isEqualTo(3);
        assertThat(all.doubtNs()).isEqualTo(3L * 105 * UNIT);
        assertThat(all.delayNs()).isEqualTo((105L * 3 + 40 + 290) * UNIT);
        if (Math.abs((long) offset) < 1_000_000) {
            assertThat(all.differenceNs()).isEqualTo((660 + 3L * offset) * UNIT);
        }
    }

    /** Within a bound that doesn't grow, although the clocks go apart by a thousandth. */
    @Test
    void shouldLookAnewEachSecond() {
        for (int i = 0; i < 100; i++) {
            behind = (int) (i * SECOND / 10 / 1000 / UNIT);
            arrive(200, 200, i * SECOND / 10);
        }

        ArrivalStatistics all = times.statistics();
        double drift = SECOND / 1000.0;
        assertThat((double) all.delayNs() / 100).isCloseTo(200.0 * UNIT, within(drift));
        assertThat((double) all.doubtNs() / 100).isCloseTo(200.0 * UNIT, within(drift));
    }

    @Test
    void shouldAddUp() {
        arrive(10, 10, 0);
        arrive(12, 10, SECOND);
        ArrivalStatistics before = times.statistics();
        arrive(30, 10, 2 * SECOND);
        ArrivalStatistics came = times.statistics().minus(before);

        assertThat(came.packets()).isEqualTo(1);
        assertThat(came.delayNs()).isEqualTo(20L * UNIT); // alone in its second
        assertThat(came.differenceNs()).isEqualTo(30L * UNIT);
        assertThat(before.plus(came).differenceNs()).isEqualTo(52L * UNIT);
    }

    @Test
    void shouldReturnTheRoundTrip() {
        behind = -77;
        assertThat(times.onData(100 + behind, 30 - behind, 0)).isEqualTo(130L * UNIT);
    }
}
