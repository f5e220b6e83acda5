package org.urdma4j.codec.urdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

class PathReportTest {
    private static final int AT = 3;
    private static final int BLOCK = 40;

    private final ByteBuffer b = ByteBuffer.allocate(10_000);
    private final PathReportWriter writer = new PathReportWriter();
    private final PathReportReader reader = new PathReportReader();

    private boolean path(int path, long cumulative, long highest) {
        return writer.path(path, cumulative, highest, 1, 2, 3, 4, 5, 6);
    }

    private List<String> ranges() {
        List<String> ranges = new ArrayList<>();
        reader.forEach((first, count) -> ranges.add("%x+%d".formatted(first, count)));
        return ranges;
    }

    @Test
    void shouldCarryEveryFieldOfEveryPath() {
        writer.begin(b, AT, 500, 0xf000_0001);
        for (int path : new int[] {0, 7, 255}) {
            assertThat(
                            writer.path(
                                    path,
                                    0x7_f111_1111L + path,
                                    0x7_f111_2222L,
                                    0xf333_3333,
                                    0xf444_4444 - path,
                                    0x5_f555_5555L,
                                    0xf666_6666_7777_7777L,
                                    0x8_f888_8888L,
                                    0x9_f999_9999L))
                    .isTrue();
            assertThat(writer.range(0x7_f111_1222L, 1 + path)).isTrue();
        }
        int length = writer.end();
        assertThat(length).isEqualTo(4 + 3 * (BLOCK + 8));
        assertThat(reader.wrap(b, AT, length)).isTrue();
        assertThat(reader.t3()).isEqualTo(0xf000_0001);
        for (int path : new int[] {0, 7, 255}) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.path()).isEqualTo(path);
            assertThat(reader.cumulative()).isEqualTo(0xf111_1111 + path);
            assertThat(reader.highest()).isEqualTo(0xf111_2222);
            assertThat(reader.newestT1()).isEqualTo(0xf333_3333);
            assertThat(reader.ts()).isEqualTo(0xf444_4444 - path);
            assertThat(reader.received()).isEqualTo(0xf555_5555);
            assertThat(reader.bytes()).isEqualTo(0xf666_6666_7777_7777L);
            assertThat(reader.missing()).isEqualTo(0xf888_8888);
            assertThat(reader.marked()).isEqualTo(0xf999_9999);
            assertThat(ranges()).containsExactly("111222+%d".formatted(1 + path));
        }
        assertThat(reader.next()).isFalse();
        assertThat(reader.next()).isFalse();
    }

    /** Byte for byte, written down by hand from the layout. */
    @Test
    void shouldStandWhereTheLayoutSays() {
        writer.begin(b, AT, 500, 0x0102_0304);
        writer.path(5, 6, 0x107, 0x0809_0a0b, 0x0c0d_0e0f, 0x10, 0x1112, 0x13, 0x14);
        writer.range(7, 0x100);
        byte[] bytes = new byte[writer.end()];
        b.get(AT, bytes);
        assertThat(bytes)
                .asHexString()
                .isEqualToIgnoringCase(
                        "01020304"
                                + "05010000"
                                + "0000000600000107"
                                + "08090A0B0C0D0E0F"
                                + "00000010"
                                + "0000000000001112"
                                + "0000001300000014"
                                + "0000000700000100");
    }

    @ParameterizedTest
    @CsvSource({
        "0xfffff0, 0x1000010",
        "0xfffffff0, 0x100000010",
        "0x1ffffffff0, 0x2000000010",
        "0, 0x7fffff"
    })
    void shouldNamePpnsAcrossTheWraps(String from, String to) {
        long cumulative = Long.decode(from);
        long highest = Long.decode(to);
        writer.begin(b, AT, 500, 0);
        path(0, cumulative, highest);
        writer.range(cumulative, 1);
        writer.range(highest - 3, 2);
        writer.range(highest - 1, 1);
        assertThat(reader.wrap(b, AT, writer.end())).isTrue();
        assertThat(reader.next()).isTrue();
        BitSet named = new BitSet();
        reader.forEach((first, count) -> {
            long psn = Psn.unwrap(cumulative + Psn.HALF / 2, first);
            named.set((int) (psn - cumulative), (int) (psn - cumulative) + count);
        });
        int span = (int) (highest - cumulative);
        assertThat(named.stream()).containsExactly(0, span - 3, span - 2, span - 1);
    }

    @Test
    void shouldTakeAsMuchAsFits() {
        for (int capacity = 4; capacity < 200; capacity++) {
            writer.begin(b, AT, capacity, 9);
            int paths = 0;
            int ranges = 0;
            while (path(paths, 0, 1000)) {
                paths++;
                if (paths % 2 == 1 && writer.range(100, 70)) {
                    ranges++;
                }
            }
            int length = writer.end();
            assertThat(length).isEqualTo(4 + BLOCK * paths + 8 * ranges);
            assertThat(length).isBetween(capacity - BLOCK + 1, capacity);
            assertThat(reader.wrap(b, AT, length)).isTrue();
            for (int i = 0; i < paths; i++) {
                assertThat(reader.next()).isTrue();
            }
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void shouldRefuseMoreEntriesThanABlockCanCount() {
        writer.begin(b, AT, 9000, 0);
        path(0, 0, 1 << 20);
        int taken = 0;
        while (writer.range(1000L * taken, 1)) {
            taken++;
        }
        assertThat(taken).isEqualTo(255);
        assertThat(path(1, 0, 10)).as("there is room for another path").isTrue();
        assertThat(writer.range(5, 1)).isTrue();
        assertThat(reader.wrap(b, AT, writer.end())).isTrue();
        reader.next();
        assertThat(ranges()).hasSize(255);
        reader.next();
        assertThat(ranges()).containsExactly("5+1");
    }

    @Test
    void shouldRefuseMisuse() {
        assertThatIllegalArgumentException().isThrownBy(() -> writer.begin(b, AT, 3, 0));
        writer.begin(b, AT, 48, 0);
        assertThatIllegalStateException().isThrownBy(() -> writer.range(0, 1));
        path(0, 0, 10);
        assertThatIllegalArgumentException().isThrownBy(() -> writer.range(0, 0));
        assertThat(path(1, 0, 10)).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> writer.range(0, 1));
        assertThat(writer.end()).isEqualTo(4 + BLOCK);
    }

    @ParameterizedTest
    @CsvSource({
        "4, 5, highest before cumulative",
        "0x7fffffff, 0x80000000, highest before cumulative",
        "0x800000, 0, more than the 24 bits of an entry can tell apart",
        "0x80000000, 0, half of the circle"
    })
    void shouldRefuseWindowsThatAreNone(String highest, String cumulative, String why) {
        writer.begin(b, AT, 500, 0);
        path(0, Long.decode(cumulative), Long.decode(highest));
        assertThat(reader.wrap(b, AT, writer.end())).as(why).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"9, 1", "20, 1", "15, 6", "15, 0x7fffff"})
    void shouldRefusePpnsOutsideTheWindow(String first, String count) {
        writer.begin(b, AT, 500, 0);
        path(0, 10, 20);
        writer.range(Long.decode(first), Long.decode(count));
        path(1, 0, 0);
        assertThat(reader.wrap(b, AT, writer.end())).isFalse();
    }

    /** Each end but those of a block or of one without its entries is refused. */
    @Test
    void shouldRefuseEveryOtherLength() {
        int length = sample();
        int first = AT + 4;
        int second = b.get(first + 1) == 2 ? 4 + BLOCK + 8 + 12 : -1;
        assertThat(second).as("a range and a bitmap").isPositive();
        for (int end = -4; end <= length + 8; end++) {
            boolean whole = end == length || end == second || end == 4;
            assertThat(reader.wrap(b, AT, end)).as("%d", end).isEqualTo(whole);
            if (end < length) {
                b.limit(AT + Math.max(0, end));
                assertThat(reader.wrap(b, AT, length)).isFalse();
                b.limit(b.capacity());
            }
        }
    }

    private int sample() {
        writer.begin(b, AT, 500, 1);
        path(0, 0xffff_ff00L, 0x1_0000_0400L);
        writer.range(0xffff_ff10L, 300);
        writer.range(0x1_0000_0300L, 1);
        writer.range(0x1_0000_0310L, 3);
        path(1, 5, 9);
        writer.range(5, 1);
        return writer.end();
    }

    @Test
    void shouldBoundWhatDamageCanDo() {
        int length = sample();
        int accepted = 0;
        for (int bit = 0; bit < 8 * length; bit++) {
            int at = AT + bit / 8;
            b.put(at, (byte) (b.get(at) ^ (1 << (bit % 8))));
            accepted += PathInvariants.checkReport(b, AT, length) ? 1 : 0;
            b.put(at, (byte) (b.get(at) ^ (1 << (bit % 8))));
        }
        assertThat(accepted).as("counters may be anything").isBetween(300, 8 * length - 100);
    }

    @Test
    void shouldBoundWhatNoiseCanDo() {
        int accepted = 0;
        for (long seed = 1; seed <= 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int length = 4 * random.nextInt(60);
            for (int at = AT; at < AT + length; at += 4) {
                boolean small = random.nextBoolean();
                b.putInt(at, small ? random.nextInt(40) : random.nextInt());
            }
            accepted += PathInvariants.checkReport(b, AT, length) ? 1 : 0;
            if (length >= 4 + BLOCK) {
                b.put(AT + 5, (byte) random.nextInt(1 + (length - 4 - BLOCK) / 8));
                b.putInt(AT + 8, random.nextInt(16));
                b.putInt(AT + 12, random.nextInt(Psn.HALF));
            }
            accepted += PathInvariants.checkReport(b, AT, length) ? 1 : 0;
        }
        assertThat(accepted).isGreaterThan(1000);
    }
}
