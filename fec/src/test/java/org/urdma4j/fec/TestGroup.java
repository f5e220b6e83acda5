package org.urdma4j.fec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One encoded group: its packets and repair packets, to be given to a decoder in any order. */
final class TestGroup {
    /** What one packet codes. */
    record Packet(int opcode, int flags, String coded) {}

    /** A repair packet as it would arrive. */
    record Repair(int length, MemorySegment unit) {}

    /** May be moved: the PSN is not coded. */
    long first;

    final int scheme;
    final int r;
    final List<Packet> packets = new ArrayList<>();
    final List<Repair> repairs = new ArrayList<>();

    private TestGroup(long first, int scheme, int r) {
        this.first = first;
        this.scheme = scheme;
        this.r = r;
    }

    /** Encodes {@code members} packets of random content, each up to the largest unit. */
    static TestGroup encode(
            FecEncoder encoder,
            long first,
            int scheme,
            int r,
            int k,
            int members,
            int unitSize,
            SplittableRandom random) {
        TestGroup group = new TestGroup(first, scheme, r);
        encoder.open(first, scheme, r, k);
        for (int i = 0; i < members; i++) {
            byte[] coded = new byte[random.nextInt(unitSize - 4 + 1)];
            random.nextBytes(coded);
            Packet packet = new Packet(random.nextInt(256), random.nextInt(256), text(coded));
            assertThat(encoder.index()).isEqualTo(i);
            assertThat(encoder.full()).isFalse();
            encoder.header(packet.opcode, packet.flags, coded.length);
            // In two pieces, as headers and payload come from two places.
            int cut = random.nextInt(coded.length + 1);
            MemorySegment from = MemorySegment.ofArray(coded);
            encoder.bytes(4, from, 0, cut);
            encoder.bytes(4 + cut, from, cut, coded.length - cut);
            encoder.endMember();
            group.packets.add(packet);
        }
        int due = encoder.close();
        for (int i = 0; i < due; i++) {
            byte[] unit = new byte[encoder.length(i)];
            MemorySegment copy = MemorySegment.ofArray(unit);
            MemorySegment.copy(encoder.parity(i), 0, copy, 0, encoder.heldLength(i));
            group.repairs.add(new Repair(unit.length, copy));
        }
        return group;
    }

    /** Gives member {@code i} to the decoder; returns whether it was wanted. */
    boolean member(FecDecoder decoder, int i) {
        Packet packet = packets.get(i);
        byte[] coded = bytes(packet.coded);
        if (!decoder.member(first, i, r, scheme)
                || !decoder.header(packet.opcode, packet.flags, coded.length)) {
            return false;
        }
        decoder.bytes(4, MemorySegment.ofArray(coded), 0, coded.length);
        decoder.endMember();
        return true;
    }

    void repair(FecDecoder decoder, int i) {
        Repair repair = repairs.get(i);
        decoder.repair(first, i, r, packets.size(), scheme, repair.unit, 0, repair.length);
    }

    /** Fetches what was repaired, checks each against the packet it should be, returns indices. */
    List<Integer> fetch(FecDecoder decoder) {
        List<Integer> indices = new ArrayList<>();
        while (decoder.nextRepaired()) {
            int index = Math.toIntExact(decoder.repairedPsn() - first);
            byte[] coded = new byte[decoder.codedLength()];
            MemorySegment.copy(
                    decoder.unit(),
                    ValueLayout.JAVA_BYTE,
                    decoder.unitOffset() + 4,
                    coded,
                    0,
                    coded.length);
            assertThat(new Packet(decoder.opcode(), decoder.flags(), text(coded)))
                    .isEqualTo(packets.get(index));
            indices.add(index);
        }
        return indices;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
