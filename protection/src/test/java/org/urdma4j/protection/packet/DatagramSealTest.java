package org.urdma4j.protection.packet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.JcaSource;
import org.urdma4j.protection.aead.PacketCipher;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Security;
import java.util.Arrays;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Datagrams of the connection manager, sealed; judged by javax.crypto on the bytes. */
class DatagramSealTest {
    private static final int AT = 64;
    private static final int START = AT - DatagramSeal.ROOM_BEFORE;
    private static final int INDEX = 0x0102_0304;
    private static final long NUMBER = 0x0000_1234_5678_9abcL;
    private static final byte[] KEY = filled(Aead.KEY_BYTES, 7);
    private static final byte[] IV = filled(Aead.NONCE_BYTES, 9);
    private static final int HEADER = 20;

    private final MemorySegment memory = Arena.ofAuto().allocate(512, 8);
    private final ByteBuffer b = memory.asByteBuffer();
    private final DatagramSeal seal = new DatagramSeal();
    private final PacketCipher cipher =
            new JcaSource(Security.getProvider("SunJCE")).create(Aead.AES_256_GCM, KEY, IV);

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private byte[] sealedBytes() {
        GsiPacket.writeHeaders(b, AT, Bth.DEFAULT_P_KEY, 77);
        b.put(AT + GsiPacket.MAD_OFFSET, filled(Mad.LENGTH, 5));
        seal.seal(memory, b, AT, INDEX, 3, NUMBER, cipher);
        byte[] sealed = new byte[DatagramSeal.LENGTH];
        b.get(START, sealed);
        return sealed;
    }

    @Test
    void shouldStandAsWritten() throws GeneralSecurityException {
        byte[] sealed = sealedBytes();
        ByteBuffer expected = ByteBuffer.allocate(HEADER);
        expected.put((byte) 0xe1).put((byte) 0).putShort((short) 0xffff);
        expected.putInt(GsiPacket.QPN).putInt(0x78_9abc);
        expected.putInt((3 << 24) | 0x123456).putInt(INDEX);

        assertThat(Arrays.copyOf(sealed, HEADER)).isEqualTo(expected.array());
        byte[] associated = expected.array();
        associated[4] = (byte) 0xff;
        byte[] nonce = IV.clone();
        for (int i = 0; i < Long.BYTES; i++) {
            nonce[4 + i] ^= (byte) (NUMBER >>> (8 * (7 - i)));
        }
        Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
        gcm.init(
                Cipher.DECRYPT_MODE,
                new SecretKeySpec(KEY, "AES"),
                new GCMParameterSpec(128, nonce));
        gcm.updateAAD(associated);
        byte[] text = gcm.doFinal(sealed, HEADER, sealed.length - HEADER);
        assertThat(text).hasSize(8 + Mad.LENGTH);
        assertThat(Arrays.copyOfRange(text, 8, text.length)).isEqualTo(filled(Mad.LENGTH, 5));
    }

    @Test
    void shouldComeBackAsItWas() {
        sealedBytes();
        assertThat(SealedPacket.association(b, START)).isEqualTo(INDEX);
        assertThat(seal.open(memory, 0, b, START, cipher)).isTrue();

        assertThat(Bth.opcode(b, AT)).isEqualTo(Opcode.UD_SEND_ONLY);
        assertThat(Bth.destQp(b, AT)).isEqualTo(GsiPacket.QPN);
        assertThat(Bth.pKey(b, AT)).isEqualTo(Bth.DEFAULT_P_KEY);
        byte[] mad = new byte[Mad.LENGTH];
        b.get(AT + GsiPacket.MAD_OFFSET, mad);
        assertThat(mad).isEqualTo(filled(Mad.LENGTH, 5));
    }

    @Test
    void shouldNotOpenWithAnyBitChanged() {
        byte[] sealed = sealedBytes();
        for (int bit = 0; bit < sealed.length * 8; bit++) {
            b.put(START, sealed);
            int at = START + bit / 8;
            b.put(at, (byte) (b.get(at) ^ (1 << (bit % 8))));
            boolean isHint = bit / 8 == 4;

            assertThat(seal.open(memory, 0, b, START, cipher)).as("bit %d", bit).isEqualTo(isHint);
        }
    }
}
