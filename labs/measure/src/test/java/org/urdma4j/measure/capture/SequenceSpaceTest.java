package org.urdma4j.measure.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.measure.capture.SequenceSpace.Arrival;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

class SequenceSpaceTest {
    private final SequenceSpace space = new SequenceSpace(new MemoryBudget(Long.MAX_VALUE));

    /** Against a set of all that was seen, over several turns of the numbers' window and a wrap. */
    @Test
    void shouldAgreeWithASetOfEverything() {
        SplittableRandom random = new SplittableRandom(5);
        Set<Long> seen = new HashSet<>();
        long begin = Psn.SPACE - 100_000;
        long next = begin;
        for (int i = 0; i < 300_000; i++) {
            long number =
                    random.nextInt(10) == 0
                            ? Math.max(begin, next - random.nextInt(3000))
                            : next + (random.nextInt(50) == 0 ? random.nextInt(40) : 0);
            Arrival expected =
                    number >= next
                            ? Arrival.NEW
                            : seen.contains(number) ? Arrival.AGAIN : Arrival.LATE;

            assertThat(space.take((int) (number & Psn.MASK), 0)).isEqualTo(expected);

            seen.add(number);
            next = Math.max(next, number + 1);
        }
        assertThat(space.holes()).isEqualTo(next - begin - seen.size());
    }

    /** What it has no memory for it says it doesn't know; until then, all is right. */
    @Test
    void shouldSayWhatItCannotRemember() {
        SequenceSpace small = new SequenceSpace(new MemoryBudget(100));
        for (int psn = 0; psn < 40; psn += 2) {
            assertThat(small.take(psn, 0)).isEqualTo(Arrival.NEW);
        }
        assertThat(small.passed()).isEqualTo(19);
        assertThat(small.take(37, 0)).isEqualTo(Arrival.LATE);
        assertThat(small.take(37, 0)).isEqualTo(Arrival.AGAIN);
        assertThat(small.holes()).isEqualTo(18);
        assertThat(small.arrivalsUnknown()).isFalse();

        small.take(3, 0);

        assertThat(small.arrivalsUnknown()).isTrue();
        assertThat(small.take(40, 0)).isEqualTo(Arrival.NEW);
    }

    @Test
    void shouldNotKnowWhatWasPassedOverWhereNobodySaysWhatIsAllowed() {
        space.take(1, 0);
        space.take(2, SequenceSpace.UNKNOWN);
        assertThat(space.passedUnknown()).isFalse();

        space.take(10, SequenceSpace.UNKNOWN);

        assertThat(space.passedUnknown()).isTrue();
        assertThat(space.arrivalsUnknown()).isFalse();
        space.take(5, 0);
        assertThat(space.arrivalsUnknown()).isTrue();
    }

    @Test
    void shouldMissNothingOfWhatIsAllowed() {
        space.take(1, 0);

        assertThat(space.take(10, 8)).isEqualTo(Arrival.NEW);
        assertThat(space.holes()).isZero();
        assertThat(space.take(20, 8)).isEqualTo(Arrival.NEW);

        assertThat(space.holes()).isEqualTo(9);
        assertThat(space.take(5, 0)).isEqualTo(Arrival.AGAIN);
        assertThat(space.take(15, 0)).isEqualTo(Arrival.LATE);
        assertThat(space.passed()).isEqualTo(9);
    }
}
