package org.urdma4j.protection.packet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.OutlyingText;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.aead.Sources;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

class PacketSealTest {
    private static final int AT = 64;
    private static final int START = AT - PacketSeal.ROOM_BEFORE;
    private static final int PSN = 0xabcdef;
    private static final int QPN = 0x123456;
    private static final long NUMBER = 0x0000_1234_5678_9abcL;

    private final SplittableRandom random = new SplittableRandom(9);
    private final MemorySegment memory = Arena.ofAuto().allocate(4096, 8);
    private final ByteBuffer b = memory.asByteBuffer();
    private final PacketSeal seal = new PacketSeal();
    private final PacketCipher cipher =
            Sources.all()
                    .getFirst()
                    .create(Aead.AES_256_GCM, bytes(Aead.KEY_BYTES), bytes(Aead.NONCE_BYTES));

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    static IntStream opcodes() {
        return IntStream.range(0, 256).filter(UrdmaOpcode::isUrdma);
    }

    /** Returns the plain packet. */
    private byte[] write(int opcode, int length, int flags) {
        memory.asSlice(AT, length).copyFrom(MemorySegment.ofArray(bytes(length)));
        UrdmaBth.write(b, AT, opcode, flags, 3, 0x8001, QPN, PSN);
        return packet(AT, length);
    }

    private byte[] packet(int at, int length) {
        return memory.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
    }

    private int open(int length) {
        return seal.open(memory, b, START, length, cipher);
    }

    @ParameterizedTest
    @MethodSource("opcodes")
    void shouldRestoreEveryBit(int opcode) {
        for (int flags : new int[] {0, Bth.SOLICITED, Bth.MIG_REQ, Bth.ACK_REQ, Bth.BECN}) {
            for (int fill : new int[] {0, 4, 1000}) {
                int length = 12 + 4 * random.nextInt(300);
                byte[] plain = write(opcode, length, flags);

                int sealed = seal.seal(memory, b, AT, length, fill, 7, NUMBER, cipher);

                assertThat(sealed).isEqualTo(length + fill + PacketSeal.OVERHEAD);
                assertThat(SealedPacket.number(b, START)).isEqualTo(NUMBER);
                assertThat(SealedPacket.generation(b, START)).isEqualTo(7);
                assertThat(Bth.opcode(b, START)).isEqualTo(0xe0);
                assertThat(Bth.destQp(b, START)).isEqualTo(QPN);
                assertThat(open(sealed)).isEqualTo(length);
                assertThat(packet(AT, length)).isEqualTo(plain);
            }
        }
    }

    /** Wherever a part of a packet lies, the sealed one is the same. */
    @ParameterizedTest
    @MethodSource("org.urdma4j.protection.aead.Sources#all")
    void shouldReadWhatLiesElsewhere(CipherSource source) {
        OutlyingText part = new OutlyingText();
        MemorySegment elsewhere = Arena.ofAuto().allocate(4096, 1);
        byte[] key = bytes(32);
        byte[] iv = bytes(12);
        try (PacketCipher one = source.create(Aead.AES_256_GCM, key, iv);
                PacketCipher other = source.create(Aead.AES_256_GCM, key, iv)) {
            for (int i = 0; i < 300; i++) {
                int length = 12 + 4 * random.nextInt(1, 400);
                int fill = random.nextInt(4) == 0 ? 4 * random.nextInt(200) : 0;
                int from = random.nextInt(12, length);
                int n = random.nextInt(1, length - from + 1);
                int offset = random.nextInt(4096 - n);
                byte[] plain = write(0xc8, length, 0);
                int sealed = seal.seal(memory, b, AT, length, fill, 7, i, one);
                byte[] whole = packet(START, sealed);

                memory.asSlice(AT, length).copyFrom(MemorySegment.ofArray(plain));
                MemorySegment.copy(memory, AT + from, elsewhere, offset, n);
                memory.asSlice(AT + from, n).fill((byte) 0x55);
                part.set(AT + from, n, elsewhere, offset);

                assertThat(seal.seal(memory, b, AT, length, fill, 7, i, other, part))
                        .isEqualTo(sealed);
                assertThat(packet(START, sealed)).as("%d of %d", n, length).isEqualTo(whole);
                assertThat(elsewhere.asSlice(offset, n).toArray(ValueLayout.JAVA_BYTE))
                        .isEqualTo(Arrays.copyOfRange(plain, from, from + n));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.urdma4j.protection.aead.Sources#all")
    void shouldBeNoneWithoutWhatLiesElsewhere(CipherSource source) {
        OutlyingText part = new OutlyingText();
        try (PacketCipher one = source.create(Aead.AES_256_GCM, bytes(32), bytes(12))) {
            try (Arena arena = Arena.ofShared()) {
                part.set(AT + 20, 40, arena.allocate(100), 7);
            }
            write(0xc8, 60, 0);
            assertThat(seal.seal(memory, b, AT, 60, 0, 1, 1, one, part)).isEqualTo(PacketSeal.GONE);

            byte[] plain = write(0xc8, 60, 0);
            int sealed = seal.seal(memory, b, AT, 60, 0, 1, 2, one);
            assertThat(seal.open(memory, b, START, sealed, one)).isEqualTo(60);
            assertThat(packet(AT, 60)).isEqualTo(plain);
        }
    }

    /** The header's bytes one after the other, as the wire has them. */
    @Test
    void shouldShowNothingElse() {
        write(0xc8, 40, Bth.SOLICITED | Bth.ACK_REQ | Bth.FECN);

        seal.seal(memory, b, AT, 40, 0, 0xfe, NUMBER, cipher);

        assertThat(packet(START, 16)).asHexString().isEqualTo("E00080018012345600789ABCFE123456");
    }

    /** Routers may set both marks; nobody may change another bit, or cut or add anything. */
    @Test
    void shouldTakeNothingThatWasChanged() {
        int length = 60;
        byte[] plain = write(0xc8, length, Bth.ACK_REQ);
        int sealed = seal.seal(memory, b, AT, length, 8, 1, NUMBER, cipher);
        byte[] genuine = packet(START, sealed);
        for (int bit = 0; bit < sealed * 8; bit++) {
            memory.asSlice(START, sealed).copyFrom(MemorySegment.ofArray(genuine));
            b.put(START + bit / 8, (byte) (b.get(START + bit / 8) ^ 0x80 >> bit % 8));
            if (bit / 8 == 4) {
                assertThat(open(sealed)).isEqualTo(length);
                plain[4] = b.get(AT + 4);
                assertThat(packet(AT, length)).isEqualTo(plain);
            } else {
                assertThat(open(sealed)).as("bit %d", bit).isEqualTo(PacketSeal.FORGED);
            }
        }
        for (int cut = 0; cut < sealed + 40; cut++) {
            if (cut != sealed) {
                memory.asSlice(START, sealed).copyFrom(MemorySegment.ofArray(genuine));
                assertThat(open(cut)).as("%d bytes", cut).isEqualTo(PacketSeal.FORGED);
            }
        }
    }

    @Test
    void shouldTakeMarksOnTheWayForHints() {
        write(0xc8, 60, 0);
        int sealed = seal.seal(memory, b, AT, 60, 0, 1, NUMBER, cipher);
        b.put(START + 4, (byte) (b.get(START + 4) | 0x80));

        assertThat(open(sealed)).isEqualTo(60);

        assertThat(Bth.flags(b, AT)).isEqualTo(Bth.FECN);
    }

    @Test
    void shouldKnowChaff() {
        int sealed = seal.chaff(memory, b, START, 0x1234_5678, 100, 0xffff, QPN, 1, NUMBER, cipher);

        assertThat(sealed).isEqualTo(16 + 8 + 100 + 16);
        assertThat(open(sealed)).isEqualTo(PacketSeal.CHAFF);
        assertThat(PacketSeal.chaffT1(b, START, sealed)).isEqualTo(0x1234_5678);
        for (int i = START + 16 + 8 + 4; i < START + sealed - 16; i++) {
            assertThat(b.get(i)).as("byte %d", i).isZero();
        }
    }

    @Test
    void shouldTakeChaffWithoutRoomForATime() {
        int sealed = seal.chaff(memory, b, START, 7, 4, 0xffff, QPN, 1, NUMBER, cipher);

        assertThat(PacketSeal.chaffT1(b, START, sealed - 4)).isZero();
    }

    /** A peer that has the key is no reason to believe what isn't of the profile. */
    @Test
    void shouldRefuseGenuinePacketsOfOtherProfiles() {
        write(0xc8, 60, 0);
        b.put(AT, (byte) 0x04);
        int sealed = seal.seal(memory, b, AT, 60, 0, 1, NUMBER, cipher);

        assertThat(open(sealed)).isEqualTo(PacketSeal.MALFORMED);
    }
}
