package org.urdma4j.fec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

class FecDecoderTest {
    private static final int UNIT = 64;

    private final SplittableRandom random = new SplittableRandom(11);
    private final FecEncoder encoder = new FecEncoder(UNIT, true, 64);
    private final FecDecoder decoder = new FecDecoder(UNIT, true, 8, 1 << 20);

    private TestGroup group(long first, int scheme, int r, int k) {
        return TestGroup.encode(encoder, first, scheme, r, k, k * r, UNIT, random);
    }

    @Test
    void shouldRepairABurstOfR() {
        TestGroup group = group(1000, FecScheme.INTERLEAVED, 8, 5);
        for (int i = 0; i < 40; i++) {
            if (i < 13 || i >= 21) {
                group.member(decoder, i);
            }
        }
        for (int i = 0; i < 8; i++) {
            group.repair(decoder, i);
        }
        assertThat(group.fetch(decoder)).containsExactlyInAnyOrder(13, 14, 15, 16, 17, 18, 19, 20);
    }

    @Test
    void shouldPeelAcrossRowsAndColumns() {
        TestGroup group = group(0, FecScheme.TWO_DIMENSIONAL, 3, 3);
        // 0 1 4 lost: row 1 gives 4, column 1 then 1, row 0 then 0.
        for (int i : new int[] {2, 3, 5, 6, 7, 8}) {
            group.member(decoder, i);
        }
        for (int i : new int[] {0, 4}) {
            group.repair(decoder, i);
            assertThat(group.fetch(decoder)).isEmpty();
        }
        group.repair(decoder, 1);
        assertThat(group.fetch(decoder)).containsExactly(4, 1, 0);
    }

    @Test
    void shouldIgnoreDoublesAndWhatIsBelowWhatArrived() {
        TestGroup group = group(100, FecScheme.INTERLEAVED, 1, 3);
        assertThat(group.member(decoder, 0)).isTrue();
        assertThat(group.member(decoder, 0)).isFalse();
        group.repair(decoder, 0);
        group.repair(decoder, 0);
        assertThat(decoder.counters().duplicates()).isEqualTo(2);
        group.member(decoder, 2);
        assertThat(group.fetch(decoder)).containsExactly(1);
        assertThat(group.member(decoder, 1)).isFalse();
        assertThat(decoder.counters().duplicates()).isEqualTo(3);
        assertThat(decoder.groups()).isEqualTo(1);

        decoder.forget(102);
        assertThat(decoder.groups()).isEqualTo(1);
        decoder.forget(103);
        assertThat(decoder.groups()).isZero();
        assertThat(group.member(decoder, 2)).isFalse();
        group.repair(decoder, 0);
        assertThat(decoder.groups()).isZero();
        assertThat(decoder.counters().unneeded()).isEqualTo(2);
    }

    @Test
    void shouldForgetAGroupOfUnknownSizeWhereTheNextBegins() {
        TestGroup first = group(0, FecScheme.INTERLEAVED, 1, 4);
        TestGroup second = group(4, FecScheme.INTERLEAVED, 1, 4);
        first.member(decoder, 3);
        decoder.forget(4);
        assertThat(decoder.groups()).isEqualTo(1);
        second.member(decoder, 0);
        decoder.forget(4);
        assertThat(decoder.groups()).isEqualTo(1);
        decoder.forget(3);
        second.repair(decoder, 0);
        decoder.forget(8);
        assertThat(decoder.groups()).isZero();
    }

    @Test
    void shouldWorkAcrossTheWrapOfThePsn() {
        TestGroup group = group((1L << 24) - 2, FecScheme.INTERLEAVED, 2, 2);
        group.repair(decoder, 0);
        group.repair(decoder, 1);
        group.member(decoder, 0);
        group.member(decoder, 3);
        assertThat(group.fetch(decoder)).containsExactly(2, 1);
    }

    @Test
    void shouldNotCountARetransmissionAsAMember() {
        TestGroup group = group(0, FecScheme.INTERLEAVED, 2, 3);
        // 0 and 2 are lost, 0 came again as a retransmission, which isn't entered.
        group.member(decoder, 4);
        group.member(decoder, 3);
        group.member(decoder, 5);
        group.repair(decoder, 0);
        group.repair(decoder, 1);
        assertThat(group.fetch(decoder)).containsExactly(1);
    }

    @Test
    void shouldLearnTheSchemeFromMembers() {
        TestGroup group = group(0, FecScheme.TWO_DIMENSIONAL, 2, 2);
        TestGroup.Repair row = group.repairs.get(1);
        decoder.repair(0, 1, 2, 4, FecScheme.NONE, row.unit(), 0, row.length());
        assertThat(decoder.counters().refused()).isEqualTo(1);
        group.member(decoder, 2);
        decoder.repair(0, 1, 2, 4, FecScheme.NONE, row.unit(), 0, row.length());
        assertThat(group.fetch(decoder)).containsExactly(3);
    }

    @Test
    void shouldRepairHeadersWherePayloadGoesByReference() {
        int unit = 4 + 20 + 4096;
        FecEncoder sender = new FecEncoder(unit, false, 1);
        FecDecoder receiver = new FecDecoder(unit, false, 4, 1 << 16);
        byte[] headers = new byte[20];
        random.nextBytes(headers);
        sender.open(50, FecScheme.INTERLEAVED, 1, 3);
        for (int i = 0; i < 3; i++) {
            headers[0] = (byte) i;
            sender.header(i, 0x80, 4116 - i);
            sender.bytes(4, MemorySegment.ofArray(headers), 0, 20);
            sender.endMember();
            if (i != 1) {
                assertThat(receiver.member(50, i, 1, FecScheme.INTERLEAVED)).isTrue();
                receiver.header(i, 0x80, 4116 - i);
                receiver.bytes(4, MemorySegment.ofArray(headers), 0, 20);
                receiver.endMember();
            }
        }
        sender.close();
        receiver.repair(50, 0, 1, 3, 1, sender.parity(0), 0, sender.length(0));

        headers[0] = 1;
        assertThat(receiver.nextRepaired()).isTrue();
        assertThat(receiver.repairedPsn()).isEqualTo(51);
        assertThat(receiver.opcode()).isEqualTo(1);
        assertThat(receiver.flags()).isEqualTo(0x80);
        assertThat(receiver.codedLength()).isEqualTo(4115);
        assertThat(
                        receiver.unit()
                                .asSlice(receiver.unitOffset() + 4, 20)
                                .mismatch(MemorySegment.ofArray(headers)))
                .isEqualTo(-1);
        assertThat(receiver.nextRepaired()).isFalse();
    }

    @Test
    void shouldEvictTheOldestGroupWhenThereAreTooMany() {
        TestGroup[] groups = new TestGroup[10];
        for (int i = 0; i < 10; i++) {
            groups[i] = group(i * 4L, FecScheme.INTERLEAVED, 2, 2);
            groups[i].member(decoder, 2);
        }
        assertThat(decoder.groups()).isEqualTo(8);
        assertThat(decoder.counters().evicted()).isEqualTo(2);
        assertThat(groups[1].member(decoder, 3)).isFalse();
        assertThat(decoder.counters().starved()).isEqualTo(1);
        groups[2].repair(decoder, 0);
        assertThat(groups[2].fetch(decoder)).containsExactly(0);
    }

    @Test
    void shouldKeepToItsMemory() {
        FecDecoder small = new FecDecoder(UNIT, true, 1000, 8 * UNIT);
        for (int i = 0; i < 20; i++) {
            TestGroup group = group(i * 4L, FecScheme.INTERLEAVED, 2, 2);
            group.member(small, 0);
            group.member(small, 1);
            group.member(small, 2);
            group.repair(small, 1);
            assertThat(group.fetch(small)).containsExactly(3);
        }
        assertThat(small.groups()).isLessThan(8);
        assertThat(small.counters().evicted()).isEqualTo(20 - small.groups());
        assertThat(small.counters().starved()).isZero();
        assertThat(small.counters().repaired()).isEqualTo(20);
    }

    @Test
    void shouldDoWithoutWhatItHasNoMemoryFor() {
        FecDecoder small = new FecDecoder(UNIT, true, 1000, 4 * UNIT);
        TestGroup group = group(0, FecScheme.INTERLEAVED, 20, 2);
        for (int i = 1; i < 40; i++) {
            group.member(small, i);
        }
        for (int i = 0; i < 20; i++) {
            group.repair(small, i);
        }
        assertThat(group.fetch(small)).isSubsetOf(0);
        assertThat(small.counters().starved()).isPositive();
    }
}
