package org.urdma4j.transport.shape;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.SplittableRandom;

/** When packets may leave that are to keep a rate. */
class SlotClockTest {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private static SlotClock clock(int bytes, long rate) {
        SlotClock clock = new SlotClock(bytes);
        clock.rate(rate);
        return clock;
    }

    @ParameterizedTest
    @CsvSource({
        "1500, 1000000",
        "1500, 100000000",
        "1538, 999999937",
        "9000, 10000000000",
        "9000, 400000000000",
        "64, 400000000000"
    })
    void shouldKeepTheRate(int bytes, long rate) {
        SlotClock clock = clock(bytes, rate);
        long sent = 0;
        long nowNs = 5;
        long endNs = 5 + SECOND / 10;
        while (nowNs < endNs && sent < 100_000) {
            assertThat(clock.open(nowNs)).isEqualTo(1);
            clock.take(1);
            sent++;
            nowNs = Math.max(nowNs, clock.nextNs());
        }
        double expected = (double) sent * bytes * 8 * 1e9 / rate;

        assertThat((double) (nowNs - 5)).isBetween(expected - 1, expected + 1);
    }

    /** A host that is late by some of the time sends as much all the same. */
    @Test
    void shouldMakeUpForAHostThatIsLate() {
        SlotClock clock = clock(1000, 80_000_000L); // 100 µs each
        SplittableRandom random = new SplittableRandom(1);
        long nowNs = 0;
        long sent = 0;
        while (nowNs < SECOND) {
            int open = clock.open(nowNs);
            clock.take(open);
            sent += open;
            nowNs = Math.max(nowNs, clock.nextNs()) + random.nextLong(9 * MS);
        }
        assertThat(sent).isBetween(9_900L, 10_001L + 90);
    }

    @Test
    void shouldNotMakeUpForMoreThanTenMilliseconds() {
        SlotClock clock = clock(1000, 80_000_000L);
        clock.open(0);
        clock.take(1);

        assertThat(clock.open(SECOND)).isBetween(99, 101);
        clock.take(clock.open(SECOND));
        assertThat(clock.open(SECOND)).isZero();
        assertThat(clock.nextNs()).isGreaterThan(SECOND);
    }

    @Test
    void shouldOpenOneSlotHoweverLongItIs() {
        SlotClock clock = clock(9000, 1_000_000L); // 72 ms each
        clock.open(0);
        clock.take(1);

        assertThat(clock.open(71 * MS)).isZero();
        assertThat(clock.open(72 * MS)).isEqualTo(1);
        assertThat(clock.open(SECOND)).isEqualTo(1);
    }

    @Test
    void shouldOpenOneSlotAfterSilence() {
        SlotClock clock = clock(1000, 80_000_000L);
        clock.open(0);
        clock.take(1);
        clock.restart(50_000);
        assertThat(clock.open(50_000)).as("the rate holds").isZero();
        clock.restart(SECOND);

        assertThat(clock.open(SECOND)).isEqualTo(1);
    }
}
