package org.urdma4j.congestion.lossyield;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whether it is of use to give way. */
class YieldDetectorTest {
    private final YieldDetector detector = new YieldDetector();

    private void rounds(int count, double share, int givesEvery, int fillsEvery) {
        for (int i = 1; i <= count; i++) {
            detector.onRound(share, i % givesEvery == 0, i % fillsEvery == 0);
        }
    }

    @Test
    void shouldGiveToThoseWhoHeedLosses() {
        rounds(3200, 0.003, 10, 20);

        assertThat(detector.part()).isEqualTo(1);
    }

    @Test
    void shouldGiveEverLessToThoseWhoHeedNone() {
        rounds(32, 0.01, 8, 1000);
        assertThat(detector.part()).isEqualTo(0.5);
        rounds(32, 0.01, 8, 1000);
        assertThat(detector.part()).isEqualTo(0.25);
        rounds(64, 0.01, 8, 1000);
        assertThat(detector.part()).isZero();
    }

    /** A flow that starts up overflows the queue once, much; that goes on in what is smoothed. */
    @Test
    void shouldHeedNoOverflowThatIsOver() {
        for (int i = 0; i < 32; i++) {
            detector.onRound(0.03, i < 2, false);
        }

        assertThat(detector.part()).isEqualTo(1);
    }

    /** One flow of BBR fills the queue in every eighth round trip, and overflows it little. */
    @Test
    void shouldGiveLessToAQueueThatFillsQuickly() {
        rounds(320, 0.0005, 16, 8);

        assertThat(detector.part()).isZero();
    }

    @Test
    void shouldGiveAgainWhenNothingOverflows() {
        rounds(128, 0.01, 8, 1000);
        rounds(32, 0.002, 1000, 1000);
        assertThat(detector.part()).isEqualTo(0.125);
        rounds(96, 0.002, 1000, 1000);

        assertThat(detector.part()).isEqualTo(1);
    }

    /** Who gives nothing may be the one who overflows the queue. */
    @Test
    void shouldTryAnewEverMoreSeldom() {
        int tries = 0;
        int last = 0;
        int longest = 0;
        for (int i = 0; i < 64 * 1024; i++) {
            double before = detector.part();
            detector.onRound(0.01, i % 8 == 0, false);
            if (before == 0 && detector.part() == 1) {
                tries++;
                longest = Math.max(longest, i - last);
                last = i;
            }
        }

        assertThat(tries).isBetween(8, 12);
        assertThat(longest).isBetween(256 * 32, 264 * 32);
    }
}
