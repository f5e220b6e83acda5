package org.urdma4j.protection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.aead.Sources;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.SealingKeys;
import org.urdma4j.protection.packet.SealedHeader;
import org.urdma4j.protection.testing.Link;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** A packet is taken once, however often and in which order it comes. */
class ReplayTest {
    private static final int BITS = 8;
    private static final int LENGTH = 44;
    private static final int PACKETS = 3000;
    private static final long MOST_NS = 700;

    private final IntFunction<PacketCipher> keys =
            Link.keys(Sources.all().getFirst(), 3, Role.SERVER, 0x20b);
    private final Link link = new Link(keys, BITS, 3);
    private final List<byte[]> sent = new ArrayList<>();

    /** Epochs end by their numbers and by their time. */
    ReplayTest() {
        SplittableRandom random = new SplittableRandom(8);
        SealingKeys sealing = new SealingKeys(keys, BITS, SealedHeader.LAST_NUMBER, MOST_NS, 0);
        long nowNs = 0;
        for (int i = 0; i < PACKETS; i++) {
            nowNs += i / 1000 % 2 == 0 ? 1 : 5;
            long number = sealing.next(nowNs);
            sent.add(link.sealed(random, LENGTH, 0, number, sealing.cipher()));
        }
    }

    private int taken(List<byte[]> packets) {
        int taken = 0;
        for (byte[] packet : packets) {
            taken += link.receive(packet) == LENGTH ? 1 : 0;
        }
        return taken;
    }

    @Test
    void shouldTakeASequenceOnce() {
        assertThat(taken(sent)).isEqualTo(PACKETS);
        assertThat(taken(sent)).isZero();
        assertThat(taken(sent.reversed())).isZero();
    }

    /** After each packet, all that came before it again. */
    @Test
    void shouldNotTakeWhatIsPlayedBehindEachPacket() {
        for (int i = 0; i < PACKETS; i++) {
            assertThat(link.receive(sent.get(i))).isEqualTo(LENGTH);
            if (i % 100 == 99) {
                assertThat(taken(sent.subList(0, i + 1))).isZero();
            }
        }
    }

    @Test
    void shouldTakeEachPieceBackwardsOnce() {
        for (int from = 0; from < PACKETS; from += 100) {
            List<byte[]> piece = sent.subList(from, from + 100).reversed();
            assertThat(taken(piece)).isEqualTo(100);
            assertThat(taken(piece)).isZero();
        }
    }

    /** Every packet three times, displaced by up to 100. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldTakeEachOnceInDisorder(long seed) {
        Random random = new Random(seed);
        int taken = 0;
        for (int from = 0; from < PACKETS; from += 100) {
            List<byte[]> piece = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                piece.addAll(sent.subList(from, from + 100));
            }
            Collections.shuffle(piece, random);
            taken += taken(piece);
        }
        assertThat(taken).isEqualTo(PACKETS);
    }
}
