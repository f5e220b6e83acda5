package org.urdma4j.protection.aead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Judged by javax.crypto, at every length that a packet may have. */
class IpsecMbTest {
    private static final Aead GCM = Aead.AES_256_GCM;
    private static final int LONGEST = 9000;

    /** Text begins anywhere in a packet, and nothing around it may change. */
    private static final int AT = 37;

    private static final byte AROUND = 0x5a;

    private final SplittableRandom random = new SplittableRandom(3);
    private final byte[] key = bytes(Aead.KEY_BYTES);
    private final byte[] iv = bytes(Aead.NONCE_BYTES);
    private final MemorySegment memory =
            Arena.ofAuto().allocate(AT + LONGEST + Aead.TAG_BYTES + AT, 8);
    private final MemorySegment associated = Arena.ofAuto().allocate(20, 8);

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static IpsecMb library() {
        Optional<IpsecMb> library = IpsecMb.open(IpsecMb.SYSTEM);
        assumeTrue(library.isPresent(), "no libipsec-mb 1.3 here (Debian: libipsec-mb1)");
        return library.get();
    }

    private byte[] judged(Cipher judge, long number, byte[] plain, int length) throws Exception {
        byte[] nonce = new byte[Aead.NONCE_BYTES];
        new Nonce(iv).write(number, ByteBuffer.wrap(nonce));
        judge.init(
                Cipher.ENCRYPT_MODE,
                new SecretKeySpec(key, "AES"),
                new GCMParameterSpec(Aead.TAG_BYTES * Byte.SIZE, nonce));
        judge.updateAAD(associated.toArray(ValueLayout.JAVA_BYTE));
        return judge.doFinal(plain, 0, length);
    }

    private byte[] at(int length) {
        return memory.asSlice(AT, length).toArray(ValueLayout.JAVA_BYTE);
    }

    private void assertNothingElseChanged(int length) {
        int end = AT + length + Aead.TAG_BYTES;
        for (int i = 0; i < AT; i++) {
            assertThat(memory.get(ValueLayout.JAVA_BYTE, i)).isEqualTo(AROUND);
            assertThat(memory.get(ValueLayout.JAVA_BYTE, end + i)).isEqualTo(AROUND);
        }
    }

    @Test
    void shouldSealEveryLengthAsTheJdkDoes() throws Exception {
        IpsecMb library = library();
        Cipher judge = Cipher.getInstance("AES/GCM/NoPadding", "SunJCE");
        byte[] plain = bytes(LONGEST);
        associated.copyFrom(MemorySegment.ofArray(bytes(20)));
        try (PacketCipher cipher = library.create(GCM, key, iv)) {
            for (int length = 0; length <= LONGEST; length++) {
                long number = random.nextLong();
                memory.fill(AROUND);
                MemorySegment.copy(plain, 0, memory, ValueLayout.JAVA_BYTE, AT, length);

                cipher.seal(number, associated, memory, AT, length);

                assertThat(at(length + Aead.TAG_BYTES))
                        .as("%d bytes", length)
                        .isEqualTo(judged(judge, number, plain, length));
                assertThat(cipher.open(number, associated, memory, AT, length)).isTrue();
                assertThat(at(length)).isEqualTo(Arrays.copyOf(plain, length));
                assertNothingElseChanged(length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 64, 1400, 8900})
    void shouldOpenNothingThatWasChanged(int length) {
        try (PacketCipher cipher = library().create(GCM, key, iv)) {
            memory.copyFrom(MemorySegment.ofArray(bytes((int) memory.byteSize())));
            cipher.seal(7, associated, memory, AT, length);
            byte[] sealed = at(length + Aead.TAG_BYTES);
            for (int bit = 0; bit < sealed.length * Byte.SIZE; bit += bit < 300 ? 1 : 37) {
                flip(sealed, sealed.length * Byte.SIZE - 1 - bit);
                assertThat(cipher.open(7, associated, memory, AT, length)).as("%d", bit).isFalse();
            }
            memory.asSlice(AT, sealed.length).copyFrom(MemorySegment.ofArray(sealed));
            assertThat(cipher.open(8, associated, memory, AT, length)).isFalse();
            memory.asSlice(AT, sealed.length).copyFrom(MemorySegment.ofArray(sealed));
            assertThat(cipher.open(7, associated.asSlice(1), memory, AT, length)).isFalse();
            memory.asSlice(AT, sealed.length).copyFrom(MemorySegment.ofArray(sealed));
            assertThat(cipher.open(7, associated, memory, AT, length)).isTrue();
        }
    }

    private void flip(byte[] sealed, int bit) {
        memory.asSlice(AT, sealed.length).copyFrom(MemorySegment.ofArray(sealed));
        int at = AT + bit / Byte.SIZE;
        byte one = memory.get(ValueLayout.JAVA_BYTE, at);
        memory.set(ValueLayout.JAVA_BYTE, at, (byte) (one ^ (1 << (bit % Byte.SIZE))));
    }

    /** Keys don't share anything: two ciphers take turns. */
    @Test
    void shouldKeepKeysApart() {
        IpsecMb library = library();
        try (PacketCipher one = library.create(GCM, key, iv);
                PacketCipher other = library.create(GCM, bytes(Aead.KEY_BYTES), iv)) {
            one.seal(1, associated, memory, AT, 100);
            byte[] sealed = at(100 + Aead.TAG_BYTES);
            assertThat(other.open(1, associated, memory, AT, 100)).isFalse();
            memory.asSlice(AT, sealed.length).copyFrom(MemorySegment.ofArray(sealed));
            assertThat(one.open(1, associated, memory, AT, 100)).isTrue();
        }
    }

    @Test
    void shouldDoNothingWithoutItsKey() {
        PacketCipher cipher = library().create(GCM, key, iv);
        cipher.close();
        cipher.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> cipher.seal(1, associated, memory, AT, 100));
        assertThatIllegalStateException()
                .isThrownBy(() -> cipher.open(1, associated, memory, AT, 100));
    }

    @Test
    void shouldRefuseWhatItHasNot() {
        IpsecMb library = library();

        assertThat(library.has(Aead.CHACHA20_POLY1305)).isFalse();
        assertThatIllegalStateException()
                .isThrownBy(() -> library.create(Aead.CHACHA20_POLY1305, key, iv))
                .withMessageMatching("libipsec-mb 1\\.3\\.\\d has no ChaCha20-Poly1305");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> library.create(GCM, new byte[16], iv));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> library.create(GCM, key, new byte[16]));
    }

    static int newerVersion() {
        return 0x1_0400;
    }

    /** Its structures may be others: nothing of it is called but for its version. */
    @Test
    @SuppressWarnings("restricted") // a library is made up
    void shouldRefuseAnotherVersion() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment version =
                    Linker.nativeLinker()
                            .upcallStub(
                                    MethodHandles.lookup()
                                            .findStatic(
                                                    IpsecMbTest.class,
                                                    "newerVersion",
                                                    MethodType.methodType(int.class)),
                                    FunctionDescriptor.of(ValueLayout.JAVA_INT),
                                    arena);
            SymbolLookup newer =
                    name -> {
                        assertThat(name).isEqualTo("imb_get_version");
                        return Optional.of(version);
                    };

            assertThatIllegalStateException()
                    .isThrownBy(() -> IpsecMb.of("new.so", newer))
                    .withMessage("'new.so' is libipsec-mb 1.4.0; only 1.3 is known here");
        }
    }

    @Test
    void shouldRefuseWhatIsNoSuchLibrary() {
        assertThatIllegalStateException()
                .isThrownBy(() -> IpsecMb.of("other.so", _ -> Optional.empty()))
                .withMessage("'other.so' is not libipsec-mb");
        assertThat(IpsecMb.open("/no/such.so")).isEmpty();
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "libipsec-mb is for x86-64");
        assertThatIllegalStateException()
                .isThrownBy(() -> CipherChoice.parse("ipsec-mb:/no/such.so").candidates(GCM))
                .withMessageStartingWith("can't load '/no/such.so': ")
                .withMessageEndingWith("(Debian: libipsec-mb1)");
    }
}
