package org.urdma4j.protection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.aead.Sources;
import org.urdma4j.protection.packet.DatagramSeal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;

/** Nobody changes a bit of a sealed datagram, its association's number included. */
class DatagramTamperingTest {
    private static final int AT = 64;
    private static final int START = AT - DatagramSeal.ROOM_BEFORE;
    private static final int MARKS_AT = 4;

    private final SplittableRandom random = new SplittableRandom(4);

    static List<CipherSource> sources() {
        return Sources.all();
    }

    @ParameterizedTest
    @MethodSource("sources")
    void shouldOpenNothingWithABitChanged(CipherSource source) {
        byte[] key = new byte[Aead.KEY_BYTES];
        random.nextBytes(key);
        DatagramSeal seal = new DatagramSeal();
        try (Arena arena = Arena.ofConfined();
                PacketCipher cipher =
                        source.create(Aead.AES_256_GCM, key, new byte[Aead.NONCE_BYTES])) {
            MemorySegment memory = arena.allocate(512, 8);
            ByteBuffer b = memory.asByteBuffer();
            GsiPacket.writeHeaders(b, AT, 0xffff, 1);
            seal.seal(memory, b, AT, 7, 1, 0x1234_5678L, cipher);
            byte[] genuine = new byte[DatagramSeal.LENGTH];
            b.get(START, genuine);
            for (int bit = 0; bit < genuine.length * 8; bit++) {
                b.put(START, genuine);
                int at = START + bit / 8;
                b.put(at, (byte) (b.get(at) ^ (0x80 >> bit % 8)));

                assertThat(seal.open(memory, 0, b, START, cipher))
                        .as("bit %d", bit)
                        .isEqualTo(bit / 8 == MARKS_AT);
            }
        }
    }
}
