package org.urdma4j.transport.fairqueue;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class SharedPathTest {
    private static final long MS = 1_000_000;
    private static final long RTT = 20 * MS;
    private static final int PACKET = 4000;

    /** Of a packet each 0.1 ms over the round trip. */
    private static final long PATH = 200L * PACKET;

    private final SharedPath path = new SharedPath();
    private long nowNs = MS;

    /** Reports come each ms, on ten packets. */
    private void run(long ms, int came, int lost) {
        for (long i = 0; i < ms; i++) {
            nowNs += MS;
            path.onReport((long) came * PACKET, came, lost, RTT, RTT, true, nowNs);
        }
    }

    private static Percentage within(double percent) {
        return Percentage.withPercentage(percent);
    }

    @Test
    void shouldKnowNothingAtFirst() {
        assertThat(path.limitBytes(0)).isZero();
        path.onReport(PACKET, 1, 0, 0, 0, true, nowNs);
        assertThat(path.limitBytes(0)).isZero();
    }

    @Test
    void shouldAllowTwiceWhatThePathHolds() {
        run(500, 10, 0);
        assertThat(path.limitBytes(0)).isCloseTo(2 * PATH, within(5));
    }

    @Test
    void shouldAllowLessWhereThatOverflows() {
        run(500, 10, 0);
        run(400, 9, 1);
        assertThat(path.limitBytes(0)).isCloseTo(5 * PATH / 4, within(5));
        run(3000, 10, 0);
        assertThat(path.limitBytes(0)).isCloseTo(3 * PATH / 2, within(10));
        run(20_000, 10, 0);
        assertThat(path.limitBytes(0)).isCloseTo(2 * PATH, within(5));
    }

    /** What is right for a long path is many times what a short queue takes. */
    @Test
    void shouldAllowLessThanTheLeastWhereThatOverflows() {
        assertThat(path.limitBytes(10 * PATH)).isEqualTo(10 * PATH);
        run(500, 10, 0);
        assertThat(path.limitBytes(10 * PATH)).isEqualTo(10 * PATH);
        assertThat(path.isOverflowing()).isFalse();
        run(400, 9, 1);
        assertThat(path.limitBytes(10 * PATH)).isCloseTo(5 * PATH / 4, within(5));
        assertThat(path.isOverflowing()).isTrue();
    }

    @Test
    void shouldTakeFewLossesForThePaths() {
        run(500, 10, 0);
        for (int i = 0; i < 100; i++) {
            run(9, 10, 0);
            run(1, 9, 1);
        }
        assertThat(path.limitBytes(0)).isCloseTo(2 * PATH, within(5));
    }

    @Test
    void shouldForgetAFasterPath() {
        run(500, 100, 0);
        run(5000, 10, 0);
        assertThat(path.limitBytes(0)).isCloseTo(2 * PATH, within(5));
    }

    @Test
    void shouldForgetAShorterPath() {
        path.onReport(0, 0, 0, MS, MS, true, nowNs);
        run(5000, 10, 0);
        assertThat(path.limitBytes(0)).isCloseTo(2 * PATH, within(5));
    }

    @Test
    void shouldKnowNothingAfterALongSilence() {
        run(500, 10, 0);
        nowNs += 10_000 * MS;
        path.onReport(0, 0, 0, RTT, RTT, true, nowNs);
        assertThat(path.limitBytes(0)).isZero();
    }

    @Test
    void shouldForgetWhatWasLostBeforeALongSilence() {
        run(500, 10, 0);
        double rate = path.sendRate();
        run(500, 9, 1);
        assertThat(path.isOverflowing()).isTrue();
        assertThat(path.sendRate()).isGreaterThan(1.05 * rate);
        nowNs += 10_000 * MS;
        run(50, 10, 0);
        assertThat(path.isOverflowing()).isFalse();
        assertThat(path.sendRate()).isCloseTo(rate, within(2));
    }

    @Test
    void shouldWaitAFewRoundTrips() {
        long before = path.patienceNs();
        run(500, 10, 0);
        assertThat(path.patienceNs()).isBetween(3 * RTT, 5 * RTT).isLessThan(before);
    }
}
