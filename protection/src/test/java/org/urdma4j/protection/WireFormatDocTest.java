package org.urdma4j.protection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.aead.Sources;
import org.urdma4j.protection.key.ConnectionNames;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.protection.packet.CellSeal;
import org.urdma4j.protection.packet.DatagramSeal;
import org.urdma4j.protection.packet.PacketSeal;
import org.urdma4j.protection.testing.SealedExamples;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The sealed packets of docs/wire-examples.md, by HMAC and AES alone, and by this module. */
class WireFormatDocTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final long NUMBER = 0x140_0007;
    private static final int EPOCH_BITS = 22;
    private static final int AT = 64;

    private final SealedExamples examples = new SealedExamples();

    private byte[] key(String begin) {
        return HEX.parseHex(examples.key(begin));
    }

    /** HKDF-Expand of one block (RFC 5869, 2.3). */
    private static byte[] expand(byte[] secret, byte[]... info) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA384");
        mac.init(new SecretKeySpec(secret, "HmacSHA384"));
        for (byte[] part : info) {
            mac.update(part);
        }
        mac.update((byte) 1);
        return mac.doFinal();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void shouldDeriveTheKeysByHmacAlone() throws Exception {
        byte[] connection =
                expand(
                        key("S"),
                        ascii("qp"),
                        key("sender"),
                        key("active end"),
                        key("transaction"),
                        key("communication"),
                        key("queue pairs"));
        assertThat(connection).isEqualTo(key("C"));
        assertThat(key("epoch"))
                .isEqualTo(ByteBuffer.allocate(4).putInt((int) (NUMBER >> EPOCH_BITS)).array());

        byte[] material = expand(connection, ascii("epoch"), key("epoch"));

        assertThat(Arrays.copyOf(material, 32)).isEqualTo(key("key"));
        assertThat(Arrays.copyOfRange(material, 32, 44)).isEqualTo(key("IV"));
    }

    @Test
    void shouldSealThePacketByAesAlone() throws Exception {
        byte[] plain = HEX.parseHex(examples.plain());
        byte[] inner = {
            plain[0], (byte) (plain[1] & 0xf0), 0, 0, 0, plain[9], plain[10], plain[11]
        };

        assertThat(sealed(NUMBER, inner, Arrays.copyOfRange(plain, 12, plain.length)))
                .isEqualTo(examples.packet());
        assertThat(sealed(NUMBER + 1, new byte[] {-1, 0, 0, 32, 0, 0, 0, 0}, new byte[32]))
                .isEqualTo(examples.chaff());
    }

    @Test
    void shouldSealTheDatagramByHmacAndAesAlone() throws Exception {
        byte[] manager = expand(key("S"), ascii("cm"), managerKey("sender"));
        assertThat(manager).isEqualTo(managerKey("C"));
        byte[] material = expand(manager, ascii("epoch"), managerKey("epoch"));
        assertThat(Arrays.copyOf(material, 32)).isEqualTo(managerKey("key"));
        assertThat(Arrays.copyOfRange(material, 32, 44)).isEqualTo(managerKey("IV"));

        byte[] header = HEX.parseHex("e100ffff0000000100000003020000005eed0001");
        assertThat(
                        sealed(
                                managerKey("key"),
                                managerKey("IV"),
                                3,
                                header,
                                HEX.parseHex(examples.managerText())))
                .isEqualTo(examples.datagram());
    }

    @Test
    void shouldSealTheCellByHmacAndAesAlone() throws Exception {
        byte[] tunnel = expand(key("S"), ascii("tunnel"), tunnelKey("sender"));
        assertThat(tunnel).isEqualTo(tunnelKey("C"));
        byte[] material = expand(tunnel, ascii("epoch"), tunnelKey("epoch"));
        assertThat(Arrays.copyOf(material, 32)).isEqualTo(tunnelKey("key"));
        assertThat(Arrays.copyOfRange(material, 32, 44)).isEqualTo(tunnelKey("IV"));

        byte[] header = HEX.parseHex("e200ffff0000000100000004020000005eed0002");
        assertThat(
                        sealed(
                                tunnelKey("key"),
                                tunnelKey("IV"),
                                4,
                                header,
                                HEX.parseHex(examples.cellText())))
                .isEqualTo(examples.cell());
    }

    private byte[] tunnelKey(String begin) {
        return HEX.parseHex(examples.tunnelKey(begin));
    }

    private byte[] managerKey(String begin) {
        return HEX.parseHex(examples.managerKey(begin));
    }

    private String sealed(long number, byte[] inner, byte[] rest) throws Exception {
        byte[] header =
                HEX.parseHex("e000ffff0000010a00%06x02%06x".formatted(number & 0xff_ffff, 1));
        byte[] text = Arrays.copyOf(inner, inner.length + rest.length);
        System.arraycopy(rest, 0, text, inner.length, rest.length);
        return sealed(key("key"), key("IV"), number, header, text);
    }

    private static String sealed(byte[] key, byte[] iv, long number, byte[] header, byte[] text)
            throws Exception {
        byte[] nonce = iv.clone();
        for (int i = 0; i < Long.BYTES; i++) {
            nonce[nonce.length - 1 - i] ^= (byte) (number >> (8 * i));
        }
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                Cipher.ENCRYPT_MODE,
                new SecretKeySpec(key, "AES"),
                new GCMParameterSpec(128, nonce));
        byte[] associated = header.clone();
        associated[4] = -1;
        cipher.updateAAD(associated);
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(header);
        packet.writeBytes(cipher.doFinal(text));
        return HEX.formatHex(packet.toByteArray());
    }

    static List<CipherSource> sources() {
        return Sources.all();
    }

    @ParameterizedTest
    @MethodSource("sources")
    void shouldBeWhatThisModuleSeals(CipherSource source) {
        Secret connection =
                KeySchedule.connection(
                        new Secret(key("S")),
                        Role.SERVER,
                        new ConnectionNames(
                                Role.CLIENT, 0x0102_0304_0506_0708L, 0x11, 0x22, 0x10a, 0x20b));
        byte[] plain = HEX.parseHex(examples.plain());
        PacketSeal seal = new PacketSeal();
        try (Arena arena = Arena.ofConfined();
                PacketCipher cipher = KeySchedule.epoch(connection, 5, source, Aead.AES_256_GCM)) {
            MemorySegment memory = arena.allocate(256, 8);
            ByteBuffer b = memory.asByteBuffer();
            memory.asSlice(AT, plain.length).copyFrom(MemorySegment.ofArray(plain));
            int start = AT - PacketSeal.ROOM_BEFORE;

            int length = seal.seal(memory, b, AT, plain.length, 0, 2, NUMBER, cipher);

            assertThat(bytes(memory, start, length)).isEqualTo(examples.packet());
            assertThat(SealedPacket.number(b, start)).isEqualTo(NUMBER);
            assertThat(seal.open(memory, b, start, length, cipher)).isEqualTo(plain.length);
            assertThat(bytes(memory, AT, plain.length)).isEqualTo(examples.plain());

            int chaff = seal.chaff(memory, b, start, 0, 32, 0xffff, 0x10a, 2, NUMBER + 1, cipher);

            assertThat(bytes(memory, start, chaff)).isEqualTo(examples.chaff());
        }
    }

    @ParameterizedTest
    @MethodSource("sources")
    void shouldBeTheDatagramThatThisModuleSeals(CipherSource source) {
        Secret manager = KeySchedule.manager(new Secret(key("S")), Role.CLIENT);
        byte[] text = HEX.parseHex(examples.managerText());
        DatagramSeal seal = new DatagramSeal();
        try (Arena arena = Arena.ofConfined();
                PacketCipher cipher = KeySchedule.epoch(manager, 0, source, Aead.AES_256_GCM)) {
            MemorySegment memory = arena.allocate(512, 8);
            ByteBuffer b = memory.asByteBuffer();
            Bth.write(b, AT, Opcode.UD_SEND_ONLY, 0, 0, 0xffff, 1, 3);
            b.put(AT + Bth.LENGTH, text);
            String plain = bytes(memory, AT, GsiPacket.LENGTH);
            int start = AT - DatagramSeal.ROOM_BEFORE;

            seal.seal(memory, b, AT, 0x5eed_0001, 2, 3, cipher);

            assertThat(bytes(memory, start, DatagramSeal.LENGTH)).isEqualTo(examples.datagram());
            assertThat(SealedPacket.association(b, start)).isEqualTo(0x5eed_0001);
            assertThat(seal.open(memory, 0, b, start, cipher)).isTrue();
            assertThat(bytes(memory, AT, GsiPacket.LENGTH)).isEqualTo(plain);
        }
    }

    @ParameterizedTest
    @MethodSource("sources")
    void shouldBeTheCellThatThisModuleSeals(CipherSource source) {
        Secret tunnel = KeySchedule.tunnel(new Secret(key("S")), Role.CLIENT);
        byte[] text = HEX.parseHex(examples.cellText());
        CellSeal seal = new CellSeal();
        try (Arena arena = Arena.ofConfined();
                PacketCipher cipher = KeySchedule.epoch(tunnel, 0, source, Aead.AES_256_GCM)) {
            MemorySegment memory = arena.allocate(256, 8);
            ByteBuffer b = memory.asByteBuffer();
            int length = text.length + CellSeal.OVERHEAD;
            b.put(AT + CellSeal.HEADER, text);

            seal.seal(memory, b, AT, length, 0x5eed_0002, 2, 4, cipher);

            assertThat(bytes(memory, AT, length)).isEqualTo(examples.cell());
            assertThat(seal.open(memory, b, AT, length, cipher)).isTrue();
            assertThat(bytes(memory, AT + CellSeal.HEADER, text.length))
                    .isEqualTo(examples.cellText());
        }
    }

    private static String bytes(MemorySegment memory, int at, int length) {
        return HEX.formatHex(memory.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE));
    }
}
