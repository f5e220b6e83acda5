package org.urdma4j.protection.aead;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Vectors of the GCM specification (McGrew and Viega, cases 14 to 16) and of RFC 8439, 2.8.2. */
class AeadVectorsTest {
    record Vector(
            Aead aead, String key, String iv, String plain, String associated, String sealed) {}

    record Case(CipherSource source, Vector vector) {
        @Override
        public String toString() {
            return source.name() + ", " + vector.sealed.substring(0, 8);
        }
    }

    private static final String KEY = "feffe9928665731c6d6a8f9467308308".repeat(2);
    private static final String PLAIN =
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                    + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39";
    private static final String CIPHER =
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                    + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662";

    private static final List<Vector> VECTORS =
            List.of(
                    new Vector(
                            Aead.AES_256_GCM,
                            "00".repeat(32),
                            "00".repeat(12),
                            "00".repeat(16),
                            "",
                            "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"),
                    new Vector(
                            Aead.AES_256_GCM,
                            KEY,
                            "cafebabefacedbaddecaf888",
                            PLAIN + "1aafd255",
                            "",
                            CIPHER + "898015adb094dac5d93471bdec1a502270e3cc6c"),
                    new Vector(
                            Aead.AES_256_GCM,
                            KEY,
                            "cafebabefacedbaddecaf888",
                            PLAIN,
                            "feedfacedeadbeeffeedfacedeadbeefabaddad2",
                            CIPHER + "76fc6ece0f4e1768cddf8853bb2d551b"),
                    new Vector(
                            Aead.CHACHA20_POLY1305,
                            "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
                            "070000004041424344454647",
                            "4c616469657320616e642047656e746c656d656e206f662074686520636c6173"
                                    + "73206f66202739393a204966204920636f756c64206f6666657220796f75"
                                    + "206f6e6c79206f6e652074697020666f7220746865206675747572652c20"
                                    + "73756e73637265656e20776f756c642062652069742e",
                            "50515253c0c1c2c3c4c5c6c7",
                            "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
                                    + "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd"
                                    + "3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b"
                                    + "4831d7bc3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a"
                                    + "7e902ecbd0600691"));

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (CipherSource source : Sources.all()) {
            for (Vector vector : VECTORS) {
                if (source.has(vector.aead)) {
                    cases.add(new Case(source, vector));
                }
            }
        }
        return cases;
    }

    private static MemorySegment memory(Arena arena, String hex, int more) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        MemorySegment memory = arena.allocate(bytes.length + more + 1L, 8);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return memory;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSealAndOpen(Case one) {
        Vector vector = one.vector;
        int length = vector.plain.length() / 2;
        int bytes = vector.associated.length() / 2;
        HexFormat hex = HexFormat.of();
        try (Arena arena = Arena.ofConfined();
                PacketCipher cipher =
                        one.source.create(
                                vector.aead, hex.parseHex(vector.key), hex.parseHex(vector.iv))) {
            MemorySegment text = memory(arena, vector.plain, Aead.TAG_BYTES);
            MemorySegment associated = memory(arena, vector.associated, 0).asSlice(0, bytes);

            cipher.seal(0, associated, text, 0, length);

            assertThat(text.asSlice(0, length + Aead.TAG_BYTES).toArray(ValueLayout.JAVA_BYTE))
                    .asHexString()
                    .isEqualToIgnoringCase(vector.sealed);
            assertThat(cipher.open(1, associated, text, 0, length)).isFalse();
            MemorySegment again = memory(arena, vector.sealed, 0);
            assertThat(cipher.open(0, associated, again, 0, length)).isTrue();
            assertThat(again.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE))
                    .asHexString()
                    .isEqualToIgnoringCase(vector.plain);
        }
    }

    @Test
    void shouldMakeNoncesAsTlsDoes() {
        byte[] nonce = new byte[12];
        byte[] iv = HexFormat.of().parseHex("cafebabefacedbaddecaf888");

        new Nonce(iv).write(0x0102_0304_0506_0708L, java.nio.ByteBuffer.wrap(nonce));

        assertThat(nonce).asHexString().isEqualTo("CAFEBABEFBCCD8A9DBCCFF80");
    }
}
