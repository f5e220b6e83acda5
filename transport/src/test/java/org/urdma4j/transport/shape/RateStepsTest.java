package org.urdma4j.transport.shape;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.protection.shape.Shape;

/** A rate that follows the path by steps of two. */
class RateStepsTest {
    private static final long MBPS = 1_000_000L;
    private static final long MS = 1_000_000L;
    private static final long RTT_NS = 10 * MS;

    private final RateSteps steps = new RateSteps(100 * MBPS);
    private long nowNs;

    @BeforeEach
    void begin() {
        steps.onSlot(0, nowNs);
    }

    /** Lets time pass in which congestion control would send at a rate. */
    private void pass(int seconds, long allowed) {
        pass(seconds, allowed, true);
    }

    private void pass(int seconds, long allowed, boolean heard) {
        for (int i = 0; i < 1000 * seconds; i++) {
            nowNs += MS;
            steps.onSent(1);
            steps.onMeasured(1);
            if (heard) {
                steps.onReport(RTT_NS);
            }
            steps.onSlot(allowed, nowNs);
        }
    }

    @Test
    void shouldHalveOnceASecondUntilItFits() {
        pass(2, 100 * MBPS);
        assertThat(steps.bitsPerSecond()).isEqualTo(100 * MBPS);
        pass(1, 30 * MBPS);
        assertThat(steps.bitsPerSecond()).isEqualTo(50 * MBPS);
        pass(1, 30 * MBPS);
        assertThat(steps.bitsPerSecond()).isEqualTo(25 * MBPS);
        pass(5, 30 * MBPS);

        assertThat(steps.bitsPerSecond()).isEqualTo(25 * MBPS);
    }

    @Test
    void shouldDoubleAfterTenSecondsOfRoomUpToTheTop() {
        pass(2, 100 * MBPS);
        pass(2, 30 * MBPS);
        pass(9, 100 * MBPS);
        assertThat(steps.bitsPerSecond()).isEqualTo(25 * MBPS);
        pass(1, 100 * MBPS);
        assertThat(steps.bitsPerSecond()).isEqualTo(50 * MBPS);
        pass(10, 200 * MBPS);
        assertThat(steps.bitsPerSecond()).isEqualTo(100 * MBPS);
        pass(30, 200 * MBPS);

        assertThat(steps.bitsPerSecond()).isEqualTo(100 * MBPS);
    }

    @Test
    void shouldBeginToCountAnewWhenThereIsLess() {
        pass(2, 100 * MBPS);
        pass(1, 60 * MBPS);
        pass(9, 100 * MBPS);
        pass(1, 20 * MBPS);
        pass(9, 100 * MBPS);

        assertThat(steps.bitsPerSecond()).isEqualTo(25 * MBPS);
    }

    @Test
    void shouldNotMindWhatIsShorterThanASecond() {
        pass(2, 100 * MBPS);
        for (int i = 0; i < 20; i++) {
            nowNs += 50 * MS;
            steps.onReport(RTT_NS);
            steps.onSlot(i % 10 == 0 ? 50 * MBPS : 100 * MBPS, nowNs);
        }
        pass(1, 100 * MBPS);

        assertThat(steps.bitsPerSecond()).isEqualTo(100 * MBPS);
    }

    @Test
    void shouldHalveDownToTheLeastRateWhereNothingIsHeard() {
        pass(60, 0, false);

        assertThat(steps.bitsPerSecond()).isEqualTo(Shape.LEAST_RATE);
    }

    @Test
    void shouldNotHalveWhileNothingIsKnownButReportsCome() {
        pass(10, 0);

        assertThat(steps.bitsPerSecond()).isEqualTo(100 * MBPS);
    }

    @Test
    void shouldStayBelowACap() {
        steps.cap(10 * MBPS);
        pass(30, 1000 * MBPS);
        assertThat(steps.bitsPerSecond()).isEqualTo(10 * MBPS);
        steps.cap(100 * MBPS);

        assertThat(steps.bitsPerSecond()).isEqualTo(100 * MBPS);
    }

    /**
     * What isn't counted by reports, such as they themselves, congestion control knows nothing of.
     */
    @Test
    void shouldCompareWhatReportsCount() {
        for (int i = 0; i < 5000; i++) {
            nowNs += MS;
            steps.onSent(2);
            steps.onMeasured(1);
            steps.onReport(RTT_NS);
            steps.onSlot(50 * MBPS, nowNs);
        }
        assertThat(steps.bitsPerSecond()).isEqualTo(100 * MBPS);
    }
}
