package org.urdma4j.protection.packet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.JcaSource;
import org.urdma4j.protection.aead.PacketCipher;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Security;
import java.util.Arrays;
import java.util.SplittableRandom;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Cells of a tunnel, sealed; judged by javax.crypto on the bytes. */
class CellSealTest {
    private static final int START = 12;
    private static final int INDEX = 0x0102_0304;
    private static final long NUMBER = 0x0000_1234_5678_9abcL;
    private static final int HEADER = 20;

    private final SplittableRandom random = new SplittableRandom(6);
    private final byte[] key = new byte[Aead.KEY_BYTES];
    private final byte[] iv = new byte[Aead.NONCE_BYTES];
    private final MemorySegment memory = Arena.ofAuto().allocate(20_000, 8);
    private final ByteBuffer b = memory.asByteBuffer();
    private final CellSeal seal = new CellSeal();
    private final PacketCipher cipher;

    CellSealTest() {
        random.nextBytes(key);
        random.nextBytes(iv);
        cipher = new JcaSource(Security.getProvider("SunJCE")).create(Aead.AES_256_GCM, key, iv);
    }

    private byte[] text(int length) {
        byte[] text = new byte[length];
        random.nextBytes(text);
        return text;
    }

    private byte[] sealed(byte[] text) {
        b.put(START + HEADER, text);
        byte[] cell = new byte[HEADER + text.length + 16];
        seal.seal(memory, b, START, cell.length, INDEX, 3, NUMBER, cipher);
        b.get(START, cell);
        return cell;
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 1428, 16_344})
    void shouldStandAsWritten(int length) throws GeneralSecurityException {
        byte[] text = text(length);
        byte[] cell = sealed(text);
        ByteBuffer expected = ByteBuffer.allocate(HEADER);
        expected.put((byte) 0xe2).put((byte) 0).putShort((short) 0xffff);
        expected.putInt(1).putInt(0x78_9abc);
        expected.putInt((3 << 24) | 0x123456).putInt(INDEX);

        assertThat(Arrays.copyOf(cell, HEADER)).isEqualTo(expected.array());
        byte[] associated = expected.array();
        associated[4] = (byte) 0xff;
        byte[] nonce = iv.clone();
        for (int i = 0; i < Long.BYTES; i++) {
            nonce[4 + i] ^= (byte) (NUMBER >>> (8 * (7 - i)));
        }
        Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
        gcm.init(
                Cipher.DECRYPT_MODE,
                new SecretKeySpec(key, "AES"),
                new GCMParameterSpec(128, nonce));
        gcm.updateAAD(associated);
        assertThat(gcm.doFinal(cell, HEADER, cell.length - HEADER)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 1428, 16_344})
    void shouldComeBackAsItWas(int length) {
        byte[] text = text(length);
        byte[] cell = sealed(text);

        assertThat(CellSeal.index(b, START)).isEqualTo(INDEX);
        assertThat(seal.open(memory, b, START, cell.length, cipher)).isTrue();
        byte[] opened = new byte[length];
        b.get(START + HEADER, opened);
        assertThat(opened).isEqualTo(text);
    }

    /** F and B may be set on the way; they are all of byte 4 that there is. */
    @Test
    void shouldNotOpenWithAnyBitChanged() {
        byte[] cell = sealed(text(88));
        for (int bit = 0; bit < cell.length * 8; bit++) {
            b.put(START, cell);
            int at = START + bit / 8;
            b.put(at, (byte) (b.get(at) ^ (1 << (bit % 8))));

            assertThat(seal.open(memory, b, START, cell.length, cipher))
                    .as("bit %d", bit)
                    .isEqualTo(bit / 8 == 4);
        }
    }
}
