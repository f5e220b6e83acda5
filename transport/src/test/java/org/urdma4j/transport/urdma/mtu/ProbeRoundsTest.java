package org.urdma4j.transport.urdma.mtu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

class ProbeRoundsTest {
    private final SplittableRandom random = new SplittableRandom(3);

    /** Who got the short ones can't answer for the long ones, whose numbers he doesn't know. */
    @Test
    void shouldNumberEachProbeOfARoundForItself() {
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            ProbeRounds rounds = new ProbeRounds();
            rounds.begin(random.nextLong(), random.nextLong());
            rounds.add(8972);
            rounds.add(1472);
            rounds.add(1252);
            long longest = rounds.nonce();
            rounds.onSent(10L * i);
            long shorter = rounds.nonce();
            rounds.onSent(10L * i + 1);
            seen.add(longest);
            seen.add(shorter);

            assertThat(rounds.answer(shorter, 8972)).isNegative();
            assertThat(rounds.longestAnswered()).isZero();
            assertThat(rounds.answer(shorter, 1472)).isEqualTo(10L * i + 1);
            assertThat(rounds.longestAnswered()).isEqualTo(1472);
            assertThat(rounds.answer(longest, 8972)).isNotNegative();
            assertThat(rounds.longestAnswered()).isEqualTo(8972);
        }
        assertThat(seen).hasSize(200);
    }

    @Test
    void shouldTakeAnswersToTheLastRoundsAsTheyGrow() {
        ProbeRounds rounds = new ProbeRounds();
        long[] numbers = new long[12];
        for (int i = 0; i < numbers.length; i++) {
            rounds.begin(random.nextLong(), random.nextLong());
            rounds.add(1472);
            numbers[i] = rounds.nonce();
            rounds.onSent(i);
        }
        for (int i = 0; i < numbers.length; i++) {
            assertThat(rounds.answer(numbers[i], 1472)).isEqualTo(i < numbers.length - 8 ? -1 : i);
        }
    }
}
