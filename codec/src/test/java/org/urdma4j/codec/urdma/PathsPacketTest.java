package org.urdma4j.codec.urdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

class PathsPacketTest {
    private static final int AT = 5;

    private final ByteBuffer b = ByteBuffer.allocate(6000);

    private int write(int count) {
        PathsPacket.write(b, AT, 0xf111_1111, 0xf222_2222, count, 0xfe, 0xfd, count % 2 == 1);
        for (int i = 0; i < count; i++) {
            PathsPacket.writeEntry(
                    b, AT, i, ~i, 0xf333_4444_5555_6666L + i, 0xfff0 + i, 255 - i, i);
        }
        return PathsPacket.length(count);
    }

    /** Byte for byte, written down by hand from the layout. */
    @Test
    void shouldStandWhereTheLayoutSays() {
        PathsPacket.write(b, AT, 0xf111_1111, 0xf222_2222, 1, 0xfe, 0xfd, true);
        PathsPacket.writeEntry(
                b, AT, 0, 0xf012_3456_789a_bcdeL, 0xf333_4444_5555_6666L, 0xf123, 0xf4, 0xf5);
        byte[] bytes = new byte[PathsPacket.length(1)];
        b.get(AT, bytes);
        assertThat(bytes)
                .asHexString()
                .isEqualTo("F1111111F222222201FEFD80" + "F0123456789ABCDEF333444455556666F123F4F5");
        assertThat(PathsPacket.T1).isZero();
        assertThat(PathsPacket.TR).isEqualTo(4);
    }

    @Test
    void shouldReadWhatWasWritten() {
        for (int count = 0; count <= PathsPacket.MAX_ENTRIES; count++) {
            int length = write(count);
            assertThat(length).isEqualTo(12 + 20 * count);
            assertThat(PathsPacket.valid(b, AT, length)).isTrue();
            assertThat(PathsPacket.t1(b, AT)).isEqualTo(0xf111_1111);
            assertThat(PathsPacket.tr(b, AT)).isEqualTo(0xf222_2222);
            assertThat(PathsPacket.count(b, AT)).isEqualTo(count);
            assertThat(PathsPacket.number(b, AT)).isEqualTo(0xfe);
            assertThat(PathsPacket.seen(b, AT)).isEqualTo(0xfd);
            assertThat(PathsPacket.asks(b, AT)).isEqualTo(count % 2 == 1);
            for (int i = 0; i < count; i++) {
                assertThat(PathsPacket.gidHigh(b, AT, i)).isEqualTo(~i);
                assertThat(PathsPacket.gidLow(b, AT, i)).isEqualTo(0xf333_4444_5555_6666L + i);
                assertThat(PathsPacket.port(b, AT, i)).isEqualTo(0xfff0 + i);
                assertThat(PathsPacket.rail(b, AT, i)).isEqualTo(255 - i);
                assertThat(PathsPacket.flags(b, AT, i)).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldRefuseEveryOtherLength() {
        for (int count : new int[] {0, 1, 16}) {
            int length = write(count);
            for (int end = -1; end < 600; end++) {
                boolean right = end == length;
                assertThat(PathsPacket.valid(b, AT, end)).as("%d", end).isEqualTo(right);
            }
            b.limit(AT + length - 1);
            assertThat(PathsPacket.valid(b, AT, length)).isFalse();
            b.limit(b.capacity());
        }
    }

    @ParameterizedTest
    @CsvSource({"8, 17", "8, 255", "9, 0"})
    void shouldRefuseCountsAndNumbersThatAreNone(int at, int value) {
        write(16);
        b.put(AT + at, (byte) value);
        int length = PathsPacket.length(PathsPacket.count(b, AT));
        assertThat(PathsPacket.valid(b, AT, length)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "17, 1", "1, 0", "1, 256"})
    void shouldRefuseMisuse(int count, int number) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PathsPacket.write(b, AT, 0, 0, count, number, 0, false));
    }

    @Test
    void shouldBoundWhatDamageAndNoiseCanDo() {
        int length = write(3);
        int accepted = 0;
        for (int bit = 0; bit < 8 * length; bit++) {
            int at = AT + bit / 8;
            b.put(at, (byte) (b.get(at) ^ (1 << (bit % 8))));
            accepted += PathInvariants.checkPaths(b, AT, length) ? 1 : 0;
            b.put(at, (byte) (b.get(at) ^ (1 << (bit % 8))));
        }
        assertThat(accepted).as("all but the count's").isEqualTo(8 * length - 8);
        SplittableRandom random = new SplittableRandom(1);
        accepted = 0;
        for (int i = 0; i < 20_000; i++) {
            random.nextBytes(b.array());
            b.put(AT + 8, (byte) random.nextInt(24));
            int end = 12 + 20 * random.nextInt(24);
            accepted += PathInvariants.checkPaths(b, AT, end) ? 1 : 0;
        }
        assertThat(accepted).isGreaterThan(100);
    }
}
