package org.urdma4j.codec.ib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.stream.IntStream;

class PsnTest {
    private static final int SPACE = 16_777_216;
    private static final int HALF = 8_388_608;
    private static final int NEAR = 300;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, HALF - 1, HALF, HALF + 1, SPACE - 1})
    void shouldMeasureEveryDistanceFromABase(int base) {
        for (int steps = 0; steps < SPACE; steps++) {
            int psn = Psn.add(base, steps);
            int expected = steps < HALF ? steps : steps - SPACE;
            if (psn != Math.floorMod(base + steps, SPACE) || Psn.diff(psn, base) != expected) {
                fail("base %d, %d steps: psn %d, diff %d", base, steps, psn, Psn.diff(psn, base));
            }
        }
    }

    @Test
    void shouldDifferAndCompareAsDefinedAroundTheWrapAndTheHalf() {
        int[] edges = edges();
        for (int a : edges) {
            for (int b : edges) {
                int forward = Math.floorMod(a - b, SPACE);
                int expected = forward < HALF ? forward : forward - SPACE;
                if (Psn.diff(a, b) != expected
                        || Integer.signum(Psn.compare(a, b)) != Integer.signum(expected)
                        || Psn.add(b, expected) != a) {
                    fail("a %d, b %d: diff %d, expected %d", a, b, Psn.diff(a, b), expected);
                }
            }
        }
    }

    @Test
    void shouldUnwrapToTheNearestCongruentNumber() {
        for (long turn : new long[] {0, 1, 255, 256, 1L << 30}) {
            for (int edge : edges()) {
                long reference = turn * SPACE + edge;
                for (int psn : edges()) {
                    long unwrapped = Psn.unwrap(reference, psn);
                    long distance = unwrapped - reference;
                    if (Math.floorMod(unwrapped, (long) SPACE) != psn
                            || distance < -HALF
                            || distance >= HALF) {
                        fail("reference %d, psn %d: %d", reference, psn, unwrapped);
                    }
                }
            }
        }
    }

    @Test
    void shouldFollowASequenceOverManyWraps() {
        long expected = 5L * SPACE - 1000;
        for (int step = 0; step < 3_000; step++) {
            int onWire = (int) (expected & 0xffffff);
            assertThat(Psn.unwrap(expected - 1, onWire)).isEqualTo(expected);
            expected += 8_388_607 - step;
        }
    }

    @Test
    void shouldAddAnyLongAndIgnoreHighBits() {
        assertThat(Psn.add(0xfffffe, 5)).isEqualTo(3);
        assertThat(Psn.add(3, -5)).isEqualTo(0xfffffe);
        assertThat(Psn.add(7, (1L << 40) + 1)).isEqualTo(8);
        assertThat(Psn.diff(0x7f000005, 0x80000001)).isEqualTo(4);
    }

    private static int[] edges() {
        return IntStream.of(0, HALF)
                .flatMap(middle -> IntStream.rangeClosed(middle - NEAR, middle + NEAR))
                .map(psn -> Math.floorMod(psn, SPACE))
                .toArray();
    }
}
