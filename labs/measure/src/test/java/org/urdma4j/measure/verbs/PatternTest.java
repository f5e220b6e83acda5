package org.urdma4j.measure.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

class PatternTest {
    private static final int OFFSET = 3;

    private static MemorySegment filled(int length) {
        MemorySegment memory = MemorySegment.ofArray(new byte[length + 2 * OFFSET]);
        Pattern.fill(memory, OFFSET, length, 7, 1, 42);
        return memory;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 64, 71})
    void shouldFindEachByteThatIsWrong(int length) {
        for (int i = 0; i < length; i++) {
            MemorySegment memory = filled(length);
            assertThat(Pattern.firstWrong(memory, OFFSET, length, 7, 1, 42)).isEqualTo(-1);

            byte right = memory.get(ValueLayout.JAVA_BYTE, OFFSET + i);
            memory.set(ValueLayout.JAVA_BYTE, OFFSET + i, (byte) (right ^ 0x10));

            assertThat(Pattern.firstWrong(memory, OFFSET, length, 7, 1, 42)).isEqualTo(i);
        }
    }

    @Test
    void shouldTakeNoOtherMessageForTheRightOne() {
        MemorySegment memory = filled(64);

        assertThat(Pattern.firstWrong(memory, OFFSET, 64, 8, 1, 42)).isNotNegative();
        assertThat(Pattern.firstWrong(memory, OFFSET, 64, 7, 2, 42)).isNotNegative();
        assertThat(Pattern.firstWrong(memory, OFFSET, 64, 7, 1, 43)).isNotNegative();
        assertThat(Pattern.firstWrong(memory, OFFSET + 1, 64, 7, 1, 42)).isNotNegative();
    }

    @Test
    void shouldWriteNothingBesides() {
        MemorySegment memory = filled(13);

        for (int i = 0; i < OFFSET; i++) {
            assertThat(memory.get(ValueLayout.JAVA_BYTE, i)).isZero();
            assertThat(memory.get(ValueLayout.JAVA_BYTE, OFFSET + 13 + i)).isZero();
        }
    }
}
