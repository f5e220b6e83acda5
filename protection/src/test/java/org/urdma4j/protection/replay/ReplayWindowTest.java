package org.urdma4j.protection.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

class ReplayWindowTest {
    private final ReplayWindow window = new ReplayWindow();

    /** Steps of all lengths, back and forth, against a set of all numbers. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldAcceptEachOnceAndNoneThatIsTooOld(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Set<Long> accepted = new HashSet<>();
        long end = 0;
        for (int i = 0; i < 200_000; i++) {
            int scale = random.nextInt(1, 24);
            long number = Math.max(0, end + random.nextLong(2L << scale) - (1L << scale));
            boolean expected = number >= end - ReplayWindow.NUMBERS && !accepted.contains(number);

            assertThat(window.isNew(number)).as("%d of %d", number, end).isEqualTo(expected);

            if (expected && random.nextInt(8) > 0) {
                window.accept(number);
                accepted.add(number);
                end = Math.max(end, number + 1);
            }
        }
    }

    @Test
    void shouldTakeLittleForLittle() {
        for (long number = 0; number < 1000; number++) {
            window.accept(number);
        }

        assertThat(window.bytes()).isLessThan(1200);
    }

    @Test
    void shouldGoOnFarBeyond32Bits() {
        long far = (1L << 48) - 5;
        window.accept(7);
        window.accept(far);

        assertThat(window.isNew(far)).isFalse();
        assertThat(window.isNew(far - 1)).isTrue();
        assertThat(window.isNew(far + 1)).isTrue();
        assertThat(window.isNew(7)).isFalse();
    }
}
