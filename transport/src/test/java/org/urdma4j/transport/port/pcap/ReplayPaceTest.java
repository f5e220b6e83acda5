package org.urdma4j.transport.port.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.pcap.CaptureRecord;

/** When frames are due, by a clock that goes on as it is waited for; and the time of a capture. */
class ReplayPaceTest {
    private static final long FIRST_NS = 1_700_000_000_000_000_000L;
    private static final long GAP_NS = 25_000_000;

    private long nowNs = 77;
    private int parks;

    private ReplayPace.Clock start(ReplayPace pace) {
        return pace.start(
                () -> nowNs,
                ns -> {
                    nowNs += ns;
                    parks++;
                });
    }

    @ParameterizedTest
    @CsvSource({"1, 25000000", "0.5, 50000000", "10, 2500000"})
    void shouldWaitAsLongAsThePaceSays(double speed, long expectedNs) {
        ReplayPace.Clock clock = start(new ReplayPace(speed));
        clock.await(FIRST_NS, () -> false);
        assertThat(nowNs).isEqualTo(77);
        clock.await(FIRST_NS + GAP_NS, () -> false);
        assertThat(nowNs - 77).isEqualTo(expectedNs);
        clock.await(FIRST_NS + GAP_NS, () -> false);
        clock.await(FIRST_NS, () -> false);
        assertThat(nowNs - 77).isEqualTo(expectedNs);
    }

    @Test
    void shouldNotWaitAtFullSpeedOrWithoutTimestamps() {
        ReplayPace.Clock full = start(ReplayPace.FULL_SPEED);
        full.await(FIRST_NS, () -> false);
        full.await(FIRST_NS + GAP_NS, () -> false);
        start(ReplayPace.TIMED).await(CaptureRecord.NO_TIMESTAMP, () -> false);
        assertThat(parks).isZero();
    }

    @Test
    void shouldWaitNoLongerThanItIsWanted() {
        ReplayPace.Clock clock = start(ReplayPace.TIMED);
        clock.await(FIRST_NS, () -> false);
        clock.await(FIRST_NS + 1_000 * GAP_NS, () -> parks == 3);
        assertThat(parks).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN})
    void shouldRefuseToStandStill(double speed) {
        assertThatThrownBy(() -> new ReplayPace(speed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("above 0");
    }

    @Test
    void shouldNeverGoBackInTheTimeOfACapture() {
        CaptureClock clock = new CaptureClock(-FIRST_NS);
        assertThat(clock.arrivalNs(FIRST_NS + 5)).isEqualTo(5);
        assertThat(clock.arrivalNs(FIRST_NS + 3)).isEqualTo(5);
        assertThat(clock.arrivalNs(CaptureRecord.NO_TIMESTAMP)).isEqualTo(5);
        assertThat(clock.arrivalNs(FIRST_NS + 8)).isEqualTo(8);
        assertThat(clock.nowNs()).isEqualTo(8);
    }
}
