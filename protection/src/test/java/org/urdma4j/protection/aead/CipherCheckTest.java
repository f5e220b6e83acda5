package org.urdma4j.protection.aead;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.Security;
import java.util.BitSet;
import java.util.SplittableRandom;

class CipherCheckTest {
    private static final int LONGEST = 300;
    private static final int BAD = 257;

    private final CipherSource sound = new JcaSource(Security.getProvider("SunJCE"));
    private final CipherCheck check = new CipherCheck(new SplittableRandom(1), LONGEST);

    @ParameterizedTest
    @EnumSource
    void shouldFindNothingWrongWithWhatThisMachineHas(Aead aead) {
        for (CipherSource source : Sources.all()) {
            if (source.has(aead)) {
                assertThat(check.fault(source, aead)).as(source.name()).isEmpty();
            }
        }
    }

    /** Of a library all lengths are tried that differ in how they begin and end, and some more. */
    @Test
    void shouldTryLessOfALibrary() {
        int longest = 9000;
        CipherCheck long9000 = new CipherCheck(new SplittableRandom(1), longest);
        BitSet ofLibrary = new BitSet();
        CipherSource library =
                new Library(
                        broken(
                                (memory, at, length) -> ofLibrary.set(length),
                                (genuine, length) -> genuine));

        assertThat(long9000.fault(library, Aead.AES_256_GCM)).isEmpty();
        assertThat(ofLibrary.nextClearBit(1)).isEqualTo(2049);
        assertThat(ofLibrary.get(longest)).isTrue();
        assertThat(ofLibrary.cardinality()).isBetween(2100, 2200);
    }

    /** Isn't compiled by the JVM. */
    private record Library(CipherSource inner) implements CipherSource {
        @Override
        public String name() {
            return inner.name();
        }

        @Override
        public boolean has(Aead aead) {
            return inner.has(aead);
        }

        @Override
        public boolean isCompiledHere() {
            return false;
        }

        @Override
        public PacketCipher create(Aead aead, byte[] key, byte[] iv) {
            return inner.create(aead, key, iv);
        }
    }

    /** What happens to a text that was sealed. */
    private interface Damage {
        void to(MemorySegment memory, long at, int length);
    }

    /** What is said of a text that was opened. */
    private interface Verdict {
        boolean on(boolean genuine, int length);
    }

    /** Returns a source of sound ciphers but for what a test says. */
    private CipherSource broken(Damage damage, Verdict verdict) {
        return new CipherSource() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public boolean has(Aead aead) {
                return true;
            }

            @Override
            public PacketCipher create(Aead aead, byte[] key, byte[] iv) {
                return new Broken(sound.create(aead, key, iv), damage, verdict);
            }
        };
    }

    private record Broken(PacketCipher inner, Damage damage, Verdict verdict)
            implements PacketCipher {
        @Override
        public void seal(long number, MemorySegment extra, MemorySegment memory, long at, int n) {
            inner.seal(number, extra, memory, at, n);
            damage.to(memory, at, n);
        }

        @Override
        public boolean open(
                long number, MemorySegment extra, MemorySegment memory, long at, int n) {
            return verdict.on(inner.open(number, extra, memory, at, n), n);
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    private static void no(MemorySegment memory, long at, int length) {
        assertThat(memory.byteSize()).isGreaterThanOrEqualTo(at + length);
    }

    @Test
    void shouldCatchOneWrongLength() {
        CipherSource source =
                broken(
                        (memory, at, length) -> {
                            if (length == BAD) {
                                long last = at + length - 1;
                                byte one = memory.get(ValueLayout.JAVA_BYTE, last);
                                memory.set(ValueLayout.JAVA_BYTE, last, (byte) ~one);
                            }
                        },
                        (genuine, length) -> genuine);

        assertThat(check.fault(source, Aead.AES_256_GCM))
                .hasValue("encrypts %d bytes wrongly".formatted(BAD));
    }

    @Test
    void shouldCatchOneThatOpensWhatWasChanged() {
        CipherSource source =
                broken(CipherCheckTest::no, (genuine, length) -> genuine || length == BAD);

        assertThat(check.fault(source, Aead.CHACHA20_POLY1305))
                .hasValue("opens %d bytes that were changed".formatted(BAD));
    }

    @Test
    void shouldCatchOneThatDoesNotOpen() {
        CipherSource source =
                broken(CipherCheckTest::no, (genuine, length) -> genuine && length != BAD);

        assertThat(check.fault(source, Aead.AES_256_GCM))
                .hasValue("doesn't open %d bytes".formatted(BAD));
    }

    @Test
    void shouldSayWhatFails() {
        CipherSource source = new JcaSource(Security.getProvider("SUN"));

        assertThat(check.fault(source, Aead.AES_256_GCM))
                .hasValueSatisfying(fault -> assertThat(fault).contains("has no AES-256-GCM"));
    }
}
