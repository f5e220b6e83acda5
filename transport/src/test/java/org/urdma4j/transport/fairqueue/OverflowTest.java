package org.urdma4j.transport.fairqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OverflowTest {
    private static final int PACKETS = 1000;

    private final Overflow overflow = new Overflow();

    private void lose(double share, int rounds) {
        for (int i = 0; i < rounds; i++) {
            overflow.onRound(share, PACKETS);
        }
    }

    @Test
    void shouldMindNoFewLosses() {
        lose(0.019, 1000);
        assertThat(overflow.isSeen()).isFalse();
        assertThat(overflow.full()).isEqualTo(2);
        assertThat(overflow.least()).isEqualTo(1);
    }

    @Test
    void shouldHaveLessInFlightWhereMoreIsLost() {
        lose(0.3, 3);
        assertThat(overflow.isSeen()).isTrue();
        assertThat(overflow.full()).isCloseTo(2 * 0.9 * 0.9 * 0.9, within(0.001));
        assertThat(overflow.least()).isEqualTo(1.0 / 8);
        lose(0.3, 10);
        assertThat(overflow.full()).isEqualTo(1.25);
        assertThat(overflow.least()).isEqualTo(1.0 / 64);
    }

    /** What was too much comes back slowly, so that it isn't too much again at once. */
    @Test
    void shouldComeBackSlowly() {
        lose(0.3, 4);
        double least = overflow.least();
        lose(0, 100);
        assertThat(overflow.full()).isLessThan(1.6);
        assertThat(overflow.least()).isBetween(least, 1.3 * least);
        lose(0, 3000);
        assertThat(overflow.full()).isEqualTo(2);
        assertThat(overflow.isSeen()).isFalse();
    }

    @Test
    void shouldTakeItForRandomWhatIsLostInAnyCase() {
        lose(0.1, 64);
        assertThat(overflow.isSeen()).isFalse();
        lose(0.1, 1000);
        assertThat(overflow.isSeen()).isFalse();
        lose(0.2, 3);
        assertThat(overflow.least()).isEqualTo(1.0 / 8);
    }

    /** By chance more is lost in some rounds than in others, the more so the fewer packets. */
    @Test
    void shouldLeaveRoomForChance() {
        lose(0.1, 64);
        overflow.onRound(0.15, 400);
        assertThat(overflow.isSeen()).isFalse();
        overflow.onRound(0.15, 100_000);
        assertThat(overflow.isSeen()).isTrue();
    }

    @Test
    void shouldForgetRandomLossThatIsOver() {
        lose(0.1, 64);
        lose(0, 64);
        lose(0.1, 1);
        assertThat(overflow.isSeen()).isTrue();
    }
}
