package org.urdma4j.codec.mad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Random;

/** Every width at every place, against numbers of any length. */
class MadFieldTest {
    private static final int AT = 3;
    private static final int BYTES = 12;
    private static final int BITS = BYTES * 8;

    private final Random random = new Random(1);

    @Test
    void shouldReadWhatStandsAtTheBits() {
        forEachField((field, bytes) -> {
            BigInteger all = new BigInteger(1, bytes);
            BigInteger expected =
                    all.shiftRight(BITS - field.bit() - field.width()).and(mask(field.width()));
            assertThat(field.get(buffer(bytes), AT)).isEqualTo(expected.longValue());
        });
    }

    @Test
    void shouldWriteItsBitsAndNoOthers() {
        forEachField((field, bytes) -> {
            ByteBuffer b = buffer(bytes);
            long value = random.nextLong();
            field.set(b, AT, value);
            int right = BITS - field.bit() - field.width();
            BigInteger mask = mask(field.width());
            BigInteger expected =
                    new BigInteger(1, bytes)
                            .andNot(mask.shiftLeft(right))
                            .or(BigInteger.valueOf(value).and(mask).shiftLeft(right));
            byte[] written = new byte[BYTES];
            b.get(AT, written);
            assertThat(new BigInteger(1, written)).as("%s", field).isEqualTo(expected);
            assertThat(b.get(AT - 1)).isEqualTo((byte) 0x5a);
            assertThat(b.get(AT + BYTES)).isEqualTo((byte) 0x5a);
        });
    }

    @Test
    void shouldRefusePlacesThatAreNone() {
        assertThatThrownBy(() -> new MadField("x", -1, 8)).hasMessageContaining("no field");
        assertThatThrownBy(() -> new MadField("x", 0, 0)).hasMessageContaining("no field");
        assertThatThrownBy(() -> new MadField("x", 1, 64)).hasMessageContaining("no field");
    }

    @Test
    void shouldFillARangeWithZeros() {
        MadRange range = new MadRange("range", 2, 5);
        ByteBuffer b = buffer(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
        range.set(b, AT, new byte[] {-1, -2});
        assertThat(range.get(b, AT)).containsExactly(-1, -2, 0, 0, 0);
        assertThat(b.get(AT + 1)).isEqualTo((byte) 2);
        assertThat(b.get(AT + 7)).isEqualTo((byte) 8);
        assertThatThrownBy(() -> range.set(b, AT, new byte[6]))
                .hasMessage("range: 6 bytes, at most 5 fit");
    }

    private interface Check {
        void check(MadField field, byte[] bytes);
    }

    private void forEachField(Check check) {
        for (int bit = 0; bit < 16; bit++) {
            for (int width = 1; width <= 64 && bit % 8 + width <= 64; width++) {
                byte[] bytes = new byte[BYTES];
                random.nextBytes(bytes);
                check.check(new MadField("field", bit, width), bytes);
            }
        }
    }

    private static BigInteger mask(int width) {
        return BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
    }

    private static ByteBuffer buffer(byte[] bytes) {
        ByteBuffer b = ByteBuffer.allocate(AT + BYTES + 1);
        b.put(AT - 1, (byte) 0x5a).put(AT + BYTES, (byte) 0x5a);
        return b.put(AT, bytes);
    }
}
