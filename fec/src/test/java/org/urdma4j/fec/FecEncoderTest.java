package org.urdma4j.fec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

class FecEncoderTest {
    private static final int[] A = {0xc6, 0x10, 0, 3, 0x01, 0x02, 0x03};
    private static final int[] B = {0xc8, 0x00, 0, 5, 0xf0, 0xf1, 0xf2, 0xf3, 0xf4};
    private static final int[] C = {0xc8, 0x80, 0, 1, 0x55};

    @Test
    void shouldXorHeadersAndZeroExtendedBytes() {
        FecEncoder encoder = new FecEncoder(12, true, 2);
        encoder.open(100, FecScheme.INTERLEAVED, 2, 2);
        add(encoder, A);
        add(encoder, B);
        add(encoder, C);

        assertThat(encoder.close()).isEqualTo(2);
        assertThat(encoder.members()).isEqualTo(3);
        assertThat(parity(encoder, 0)).isEqualTo(bytes(0x0e, 0x90, 0, 2, 0x54, 0x02, 0x03));
        assertThat(parity(encoder, 1)).isEqualTo(bytes(B));
    }

    @Test
    void shouldNumberRowsBeforeColumns() {
        FecEncoder encoder = new FecEncoder(12, true, 4);
        encoder.open(100, FecScheme.TWO_DIMENSIONAL, 2, 2);
        add(encoder, A);
        add(encoder, B);
        add(encoder, C);

        assertThat(encoder.close()).isEqualTo(4);
        assertThat(parity(encoder, 0))
                .isEqualTo(bytes(0x0e, 0x10, 0, 6, 0xf1, 0xf3, 0xf1, 0xf3, 0xf4));
        assertThat(parity(encoder, 1)).isEqualTo(bytes(C));
        assertThat(parity(encoder, 2)).isEqualTo(bytes(0x0e, 0x90, 0, 2, 0x54, 0x02, 0x03));
        assertThat(parity(encoder, 3)).isEqualTo(bytes(B));
    }

    @Test
    void shouldLeaveNothingOfTheGroupBefore() {
        FecEncoder encoder = new FecEncoder(12, true, 4);
        encoder.open(100, FecScheme.TWO_DIMENSIONAL, 2, 2);
        add(encoder, B);
        add(encoder, B);
        add(encoder, B);
        encoder.close();
        encoder.open(103, FecScheme.TWO_DIMENSIONAL, 2, 2);
        add(encoder, A);

        assertThat(encoder.close()).isEqualTo(2);
        assertThat(encoder.firstPsn()).isEqualTo(103);
        assertThat(parity(encoder, 0)).isEqualTo(bytes(A));
        assertThat(parity(encoder, 1)).isEqualTo(bytes(A));
    }

    @Test
    void shouldSayWhatTheNextMemberCarries() {
        FecEncoder encoder = new FecEncoder(12, true, 4);
        assertThat(encoder.full()).isTrue();
        assertThat(encoder.scheme()).isEqualTo(FecScheme.NONE);
        encoder.open(5, FecScheme.INTERLEAVED, 1, 2);
        assertThat(encoder.scheme()).isEqualTo(FecScheme.INTERLEAVED);
        assertThat(encoder.r()).isEqualTo(1);
        assertThat(encoder.close()).isZero();

        encoder.open(5, FecScheme.INTERLEAVED, 1, 2);
        add(encoder, A);
        assertThat(encoder.index()).isEqualTo(1);
        assertThat(encoder.full()).isFalse();
        add(encoder, A);
        assertThat(encoder.full()).isTrue();
        assertThatThrownBy(() -> encoder.header(0, 0, 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldCodeHeadersAloneWherePayloadGoesByReference() {
        FecEncoder encoder = new FecEncoder(4 + 20 + 4096, false, 1);
        encoder.open(0, FecScheme.INTERLEAVED, 1, 2);
        MemorySegment headers = MemorySegment.ofArray(bytes(0x11, 0x22));
        encoder.header(1, 0, 4116);
        encoder.bytes(4, headers, 0, 2);
        encoder.endMember();
        encoder.header(3, 0, 4112);
        encoder.bytes(4, headers, 1, 1);
        encoder.endMember();

        assertThat(encoder.close()).isEqualTo(1);
        assertThat(encoder.length(0)).isEqualTo(4120);
        assertThat(encoder.heldLength(0)).isEqualTo(32);
        assertThat(encoder.parity(0).asSlice(0, 6).toArray(ValueLayout.JAVA_BYTE))
                .isEqualTo(bytes(2, 0, 0, 0x14 ^ 0x10, 0x33, 0x22));
    }

    @Test
    void shouldReadNativeMemoryAtAnyOffset() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(200);
            for (int i = 0; i < 200; i++) {
                memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7));
            }
            FecEncoder encoder = new FecEncoder(4 + 101, true, 1);
            encoder.open(0, FecScheme.INTERLEAVED, 1, 2);
            for (int i = 0; i < 2; i++) {
                encoder.header(0, 0, 101);
                encoder.bytes(4, memory, 3 + i * 50, 17);
                encoder.bytes(21, memory, 20 + i * 50, 84);
                encoder.endMember();
            }
            encoder.close();
            for (int i = 0; i < 101; i++) {
                int expected = (byte) ((3 + i) * 7) ^ (byte) ((53 + i) * 7);
                assertThat(encoder.parity(0).get(ValueLayout.JAVA_BYTE, 4 + i))
                        .isEqualTo((byte) expected);
            }
        }
    }

    @Test
    void shouldRejectWhatTheWireCannotCarry() {
        FecEncoder encoder = new FecEncoder(12, true, 256);
        assertThatThrownBy(() -> encoder.open(0, 3, 1, 1)).hasMessageContaining("scheme 3");
        assertThatThrownBy(() -> encoder.open(0, 1, 0, 1)).hasMessageContaining("r 0");
        assertThatThrownBy(() -> encoder.open(0, 1, 256, 1)).hasMessageContaining("r 256");
        assertThatThrownBy(() -> encoder.open(0, 1, 2, 0)).hasMessageContaining("k 0");
        assertThatThrownBy(() -> encoder.open(0, 1, 255, 258)).hasMessageContaining("k 258");
        assertThatThrownBy(() -> encoder.open(0, 1, 255, Integer.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> encoder.open(0, 2, 100, 157)).hasMessageContaining("k 157");
        encoder.open(0, 2, 100, 156);
        encoder.open(0, 1, 255, 257);
        assertThatThrownBy(() -> new FecEncoder(12, true, 3).open(0, 2, 2, 2))
                .hasMessageContaining("4 parities");
        assertThatThrownBy(() -> encoder.header(0, 0, 9)).hasMessageContaining("9 coded bytes");
    }

    private static void add(FecEncoder encoder, int[] unit) {
        encoder.header(unit[0], unit[1], unit[3]);
        encoder.bytes(4, MemorySegment.ofArray(bytes(unit)), 4, unit[3]);
        encoder.endMember();
    }

    private static byte[] parity(FecEncoder encoder, int i) {
        assertThat(encoder.heldLength(i)).isEqualTo(encoder.length(i));
        return encoder.parity(i).asSlice(0, encoder.length(i)).toArray(ValueLayout.JAVA_BYTE);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
