package org.urdma4j.fec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/** What a peer may send: refused and counted, never thrown. */
class FecHostileTest {
    private static final int UNIT = 40;
    private static final MemorySegment ZEROS = MemorySegment.ofArray(new byte[128]);

    private final FecDecoder decoder = new FecDecoder(UNIT, true, 8, 1 << 16);

    @Test
    void shouldRefuseImpossibleMembers() {
        assertThat(decoder.member(0, 0, 0, 1)).isFalse();
        assertThat(decoder.member(0, 0, 256, 1)).isFalse();
        assertThat(decoder.member(0, 0, 1, 0)).isFalse();
        assertThat(decoder.member(0, 0, 1, 3)).isFalse();
        assertThat(decoder.member(0, -1, 1, 1)).isFalse();
        assertThat(decoder.member(0, 65_535, 1, 1)).isFalse();
        // Row 255 and its column are parities 255 and 256.
        assertThat(decoder.member(0, 255, 1, 2)).isFalse();
        assertThat(decoder.counters().refused()).isEqualTo(7);
        assertThat(decoder.groups()).isZero();
        assertThat(decoder.member(0, 254, 1, 2)).isTrue();
        assertThat(decoder.header(0, 0, UNIT - 3)).isFalse();
        assertThat(decoder.member(0, 254, 1, 2)).isTrue();
        assertThat(decoder.header(0, 0, UNIT - 4)).isTrue();
        assertThat(decoder.counters().refused()).isEqualTo(8);
    }

    @Test
    void shouldRefuseImpossibleRepairs() {
        repair(0, 0, 0, 4, 1, 8);
        repair(0, 0, 256, 4, 1, 8);
        repair(0, 0, 2, 0, 1, 8);
        repair(0, 0, 2, -1, 1, 8);
        repair(0, 0, 2, 65_536, 1, 8);
        repair(0, 2, 2, 4, 1, 8);
        repair(0, -1, 2, 4, 1, 8);
        repair(0, 4, 2, 4, 2, 8);
        repair(0, 0, 1, 65_535, 2, 8);
        repair(0, 0, 2, 4, 3, 8);
        repair(0, 0, 2, 4, 1, 3);
        repair(0, 0, 2, 4, 1, UNIT + 1);
        assertThat(decoder.counters().refused()).isEqualTo(12);
        assertThat(decoder.groups()).isZero();
    }

    @Test
    void shouldRefuseWhatContradictsItsGroup() {
        member(0, 3, 2, 1);
        assertThat(decoder.member(0, 0, 3, 1)).isFalse();
        assertThat(decoder.member(0, 0, 2, 2)).isFalse();
        repair(0, 0, 2, 3, 1, 8);
        repair(0, 0, 3, 4, 1, 8);
        assertThat(decoder.counters().refused()).isEqualTo(4);
        repair(0, 0, 2, 4, 1, 8);
        repair(0, 0, 2, 5, 1, 8);
        assertThat(decoder.member(0, 4, 2, 1)).isFalse();
        assertThat(decoder.counters().refused()).isEqualTo(6);
    }

    @Test
    void shouldGiveNothingBackThatCannotBeAPacket() {
        MemorySegment unit = MemorySegment.ofArray(new byte[UNIT]);
        // Longer than the repair packet that it comes from.
        unit.set(ValueLayout.JAVA_BYTE, 3, (byte) 5);
        decoder.repair(0, 0, 1, 1, 1, unit, 0, 8);
        assertThat(decoder.nextRepaired()).isFalse();
        // Bytes beyond its end.
        unit.set(ValueLayout.JAVA_BYTE, 10, (byte) 1);
        decoder.repair(1, 0, 1, 1, 1, unit, 0, 12);
        assertThat(decoder.nextRepaired()).isFalse();
        assertThat(decoder.counters().corrupt()).isEqualTo(2);
        assertThat(decoder.counters().repaired()).isZero();
    }

    @Test
    void shouldSurviveAnything() {
        SplittableRandom random = new SplittableRandom(3);
        byte[] noise = new byte[UNIT + 8];
        for (int i = 0; i < 300_000; i++) {
            long first = random.nextInt(100) - 50L;
            int r = random.nextInt(random.nextBoolean() ? 6 : 300);
            int scheme = random.nextInt(4);
            int count = random.nextInt(random.nextBoolean() ? 12 : 70_000);
            int index = random.nextInt(random.nextBoolean() ? 12 : 70_000);
            random.nextBytes(noise);
            MemorySegment memory = MemorySegment.ofArray(noise);
            int length = random.nextInt(UNIT + 3);
            if (random.nextBoolean()) {
                decoder.repair(first, index, r, count, scheme, memory, 1, length);
            } else if (decoder.member(first, index, r, scheme) && decoder.header(i, i, length)) {
                decoder.bytes(4, memory, 2, length);
                decoder.endMember();
            }
            if (random.nextInt(1000) == 0) {
                decoder.forget(first);
            }
            while (decoder.nextRepaired()) {
                assertThat(decoder.codedLength()).isBetween(0, UNIT - 4);
            }
        }
        assertThat(decoder.groups()).isLessThanOrEqualTo(8);
    }

    private void member(long first, int index, int r, int scheme) {
        assertThat(decoder.member(first, index, r, scheme)).isTrue();
        decoder.header(0, 0, 0);
        decoder.endMember();
    }

    private void repair(long first, int parity, int r, int m, int scheme, int length) {
        decoder.repair(first, parity, r, m, scheme, ZEROS, 0, length);
    }
}
