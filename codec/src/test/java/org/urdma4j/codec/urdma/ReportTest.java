package org.urdma4j.codec.urdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

class ReportTest {
    private static final int AT = 3;
    private static final int SPACE = 1 << 17;

    private final ByteBuffer b = ByteBuffer.allocate(10_000);
    private final ReportWriter writer = new ReportWriter();
    private final ReportReader reader = new ReportReader();
    private final ReportCounters counters = new ReportCounters();

    private void begin(int capacity, long cumulative, long highest) {
        writer.begin(b, AT, capacity, 7, cumulative, highest, counters, 0);
    }

    private List<String> read(int length) {
        assertThat(reader.wrap(b, AT, length)).isTrue();
        List<String> ranges = new ArrayList<>();
        reader.forEach((first, count) -> ranges.add("%x+%d".formatted(first, count)));
        return ranges;
    }

    @Test
    void shouldCarryTheCounters() {
        counters.packetsReceived = 0x1_f000_0001L;
        counters.bytesReceived = 0xf123_4567_89ab_cdefL;
        counters.missing = 0xf000_0002L;
        counters.repaired = 0xf000_0003L;
        counters.marked = 0xf000_0004L;
        counters.duplicates = 0xf000_0005L;
        counters.receiveLimit = 77;
        writer.begin(b, AT, 48, 0xf000_0006, 0x9_ffff_ffL, 0x1_0000_0010L, counters, 254);
        assertThat(writer.end()).isEqualTo(48);
        assertThat(read(48)).isEmpty();
        assertThat(reader.number()).isEqualTo(0xf000_0006);
        assertThat(reader.cumulative()).isEqualTo(0xff_ffff);
        assertThat(reader.highest()).isEqualTo(0x10);
        assertThat(ReportHeader.unwrap(0x1_efff_fff0L, reader.packetsReceived()))
                .isEqualTo(0x1_f000_0001L);
        assertThat(reader.bytesReceived()).isEqualTo(0xf123_4567_89ab_cdefL);
        assertThat(reader.missing()).isEqualTo(0xf000_0002);
        assertThat(reader.repaired()).isEqualTo(0xf000_0003);
        assertThat(reader.marked()).isEqualTo(0xf000_0004);
        assertThat(reader.duplicates()).isEqualTo(0xf000_0005);
        assertThat(reader.receiveLimit()).isEqualTo(77);
        assertThat(reader.part()).isEqualTo(254);
        assertThat(reader.parts()).isEqualTo(255);
        assertThat(reader.entries()).isZero();
    }

    @Test
    void shouldWrapWithThePsns() {
        begin(1000, 0xff_fff0L, 0x100_1000L);
        assertThat(writer.range(0xff_fff8L, 1)).isTrue();
        assertThat(writer.range(0xff_ffffL, 2)).isTrue();
        assertThat(writer.range(0x100_0010L, 3)).isTrue();
        assertThat(writer.range(0x100_0800L, 0x800)).isTrue();
        assertThat(read(writer.end())).containsExactly("fffff8+1", "ffffff+2", "10+3", "800+2048");
        assertThat(reader.entries()).as("a bitmap and a range").isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"32, 12", "33, 16", "64, 16"})
    void shouldTakeABitmapOnlyWhereItIsShorter(int span, int bitmap) {
        begin(1000, 0, 1000);
        writer.range(100, 1);
        writer.range(100 + span - 1, 1);
        assertThat(writer.end() - 48).isEqualTo(Math.min(bitmap, 16));
        assertThat(b.get(AT + 48)).isEqualTo((byte) (bitmap < 16 ? 1 : 0));
    }

    /** Any set of missing PSNs is the union of the parts, and none is named twice. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 20, 100, 1000, 5000})
    void shouldNameEachMissingPsnOnce(int oneIn) {
        for (long seed = 1; seed <= 12; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long cumulative = random.nextLong(1L << 40);
            BitSet missing = new BitSet();
            for (int at = 0; at < SPACE; at += 1 + random.nextInt(oneIn * 2)) {
                int end = Math.min(SPACE, at + 1 + random.nextInt(1 + random.nextInt(100)));
                if (random.nextInt(4) == 0) {
                    missing.set(at, end);
                    at = end;
                } else {
                    missing.set(at);
                }
            }
            int capacity = 56 + random.nextInt(4000);
            assertThat(throughTheWire(missing, cumulative, capacity))
                    .as("seed %d", seed)
                    .isEqualTo(missing);
        }
    }

    private BitSet throughTheWire(BitSet missing, long cumulative, int capacity) {
        BitSet named = new BitSet();
        int first = missing.nextSetBit(0);
        while (first >= 0) {
            // As many reports as it takes, of as many parts.
            boolean more = true;
            for (int part = 0; more && part < ReportHeader.MAX_PARTS; part++) {
                writer.begin(b, AT, capacity, 1, cumulative, cumulative + SPACE, counters, part);
                int from = first;
                while (first >= 0) {
                    int end = missing.nextClearBit(first);
                    if (!writer.range(cumulative + first, end - first)) {
                        break;
                    }
                    first = missing.nextSetBit(end);
                }
                assertThat(first).as("progress").isNotEqualTo(from);
                int length = writer.end();
                assertThat(length % 4).isZero();
                assertThat(length).isBetween(48, capacity);
                assertThat(reader.wrap(b, AT, length)).isTrue();
                more = reader.parts() == 0;
                assertThat(more).isEqualTo(first >= 0);
                reader.forEach((psn, count) -> {
                    int at = Psn.diff(psn, (int) cumulative);
                    assertThat(named.get(at, at + count).isEmpty()).isTrue();
                    named.set(at, at + count);
                });
            }
        }
        return named;
    }

    @Test
    void shouldTakeRangesInAnyOrder() {
        for (long seed = 1; seed <= 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            BitSet missing = new BitSet();
            BitSet named = new BitSet();
            begin(4000, 0, 4096);
            for (int i = 0; i < 60; i++) {
                int first = random.nextInt(4000);
                int count = 1 + random.nextInt(90);
                if (missing.get(first, first + count).isEmpty() && first + count <= 4096) {
                    assertThat(writer.range(first, count)).isTrue();
                    missing.set(first, first + count);
                }
            }
            assertThat(reader.wrap(b, AT, writer.end())).isTrue();
            reader.forEach((psn, count) -> named.set(psn, psn + count));
            assertThat(named).as("seed %d", seed).isEqualTo(missing);
        }
    }

    /**
     * One packet in twenty lost: 32 PSNs in four bytes are 1.6 losses, of which each took eight.
     */
    @Test
    void shouldTakeLessThanThreeBytesForALossOfFivePercent() {
        SplittableRandom random = new SplittableRandom(9);
        begin(9000, 0, 100_000);
        int losses = 0;
        int psn = 0;
        while (writer.range(psn, 1)) {
            losses++;
            psn += 2;
            while (random.nextInt(20) != 0) {
                psn++;
            }
        }
        assertThat(losses).isGreaterThan(3000);
    }

    @Test
    void shouldRefuseWhatDoesNotFitAndSayThatMoreFollows() {
        begin(48 + 8, 0, 100_000);
        assertThat(writer.range(1, 100)).isTrue();
        assertThat(writer.range(1000, 100)).isFalse();
        assertThat(read(writer.end())).containsExactly("1+100");
        assertThat(reader.parts()).isZero();
        begin(48 + 8, 0, 100_000);
        assertThat(writer.range(1000, 100)).isTrue();
        writer.end();
        assertThat(ReportHeader.parts(b, AT)).isEqualTo(1);
    }

    @Test
    void shouldRefuseMisuse() {
        assertThatIllegalArgumentException().isThrownBy(() -> begin(47, 0, 0));
        begin(48, 0, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> writer.range(0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> writer.range(0, Psn.HALF + 1L));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.begin(b, AT, 48, 0, 0, 0, counters, 255));
    }

    /** Whatever a damaged report says, only PSNs in its window are named, and not many times. */
    @Test
    void shouldBoundWhatDamageCanDo() {
        begin(1000, 0xff_ff00L, 0x100_0400L);
        writer.range(0xff_ff10L, 5);
        writer.range(0xff_ff20L, 7);
        writer.range(0xff_fff0L, 300);
        writer.range(0x100_03ffL, 1);
        int length = writer.end();
        assertThat(read(length)).hasSize(4);
        for (int bit = 0; bit < 8 * length; bit++) {
            int at = AT + bit / 8;
            b.put(at, (byte) (b.get(at) ^ (1 << (bit % 8))));
            check(length);
            b.put(at, (byte) (b.get(at) ^ (1 << (bit % 8))));
        }
        for (int end = -4; end < length; end++) {
            assertThat(reader.wrap(b, AT, end)).isFalse();
            b.limit(AT + Math.max(0, end));
            assertThat(reader.wrap(b, AT, length)).isFalse();
            b.limit(b.capacity());
        }
        assertThat(reader.wrap(b, AT, length + 4)).isFalse();
    }

    @Test
    void shouldBoundWhatNoiseCanDo() {
        int accepted = 0;
        for (long seed = 1; seed <= 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            begin(48, 0, 1L + random.nextInt(Psn.HALF - 1));
            writer.end();
            int length = 48 + 4 * random.nextInt(14);
            for (int at = AT + 48; at < AT + length; at += 4) {
                boolean small = random.nextBoolean();
                b.putInt(at, small ? random.nextInt(40) : random.nextInt());
            }
            int entries = random.nextInt(1 + (length - 48) / 8);
            ReportHeader.writeEnd(b, AT, 1, entries);
            accepted += check(length) ? 1 : 0;
        }
        assertThat(accepted).isGreaterThan(100);
    }

    private boolean check(int length) {
        if (!reader.wrap(b, AT, length)) {
            return false;
        }
        int span = Psn.diff(reader.highest(), reader.cumulative());
        int[] calls = new int[1];
        reader.forEach((first, count) -> {
            calls[0]++;
            int from = Psn.diff(first, reader.cumulative());
            assertThat(from).isBetween(0, span);
            assertThat(count).isBetween(1, span - from);
        });
        assertThat(calls[0]).isLessThanOrEqualTo(4 * length);
        return true;
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0, -1",
        "0, 2147483647",
        "1, 0",
        "1, 33",
        "1, -1",
        "1, 2",
        "2, 1",
        "255, 1"
    })
    void shouldRefuseEntriesThatAreNone(int kind, int count) {
        begin(1000, 0, 64);
        writer.range(1, 40);
        int length = writer.end();
        assertThat(reader.wrap(b, AT, length)).isTrue();
        ReportEntry.write(b, AT + 48, kind, 1, count);
        assertThat(reader.wrap(b, AT, length)).isFalse();
    }

    @Test
    void shouldJoinBitsAcrossWords() {
        begin(1000, 0, 64);
        writer.end();
        ReportHeader.writeEnd(b, AT, 1, 1);
        ReportEntry.write(b, AT + 48, ReportEntry.BITMAP, 0, 2);
        ReportEntry.writeWord(b, AT + 48, 0, 0x4000_0003);
        ReportEntry.writeWord(b, AT + 48, 1, 0xe000_0001);
        assertThat(read(64)).containsExactly("1+1", "1e+5", "3f+1");
        ReportEntry.writeWord(b, AT + 48, 0, -1);
        ReportEntry.writeWord(b, AT + 48, 1, -1);
        assertThat(read(64)).containsExactly("0+64");
        begin(1000, 0, 63);
        writer.end();
        ReportHeader.writeEnd(b, AT, 1, 1);
        assertThat(reader.wrap(b, AT, 64)).as("a bit beyond the highest PSN").isFalse();
    }
}
