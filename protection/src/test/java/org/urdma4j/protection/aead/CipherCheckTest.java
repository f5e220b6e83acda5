package org.urdma4j.protection.aead;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.Security;
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

    /** A sound cipher but for what a test says. */
    private class Broken implements CipherSource {
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
            PacketCipher inner = sound.create(aead, key, iv);
            return new PacketCipher() {
                @Override
                public void seal(
                        long number, MemorySegment extra, MemorySegment memory, long at, int n) {
                    inner.seal(number, extra, memory, at, n);
                    afterSealing(memory, at, n);
                }

                @Override
                public boolean open(
                        long number, MemorySegment extra, MemorySegment memory, long at, int n) {
                    return opens(inner.open(number, extra, memory, at, n), n);
                }

                @Override
                public void close() {
                    inner.close();
                }
            };
        }

        void afterSealing(MemorySegment memory, long at, int length) {}

        boolean opens(boolean genuine, int length) {
            return genuine;
        }
    }

    @Test
    void shouldCatchOneWrongLength() {
        CipherSource source =
                new Broken() {
                    @Override
                    void afterSealing(MemorySegment memory, long at, int length) {
                        if (length == BAD) {
                            long last = at + length - 1;
                            byte one = memory.get(ValueLayout.JAVA_BYTE, last);
                            memory.set(ValueLayout.JAVA_BYTE, last, (byte) ~one);
                        }
                    }
                };

        assertThat(check.fault(source, Aead.AES_256_GCM))
                .hasValue("encrypts %d bytes wrongly".formatted(BAD));
    }

    @Test
    void shouldCatchOneThatOpensWhatWasChanged() {
        CipherSource source =
                new Broken() {
                    @Override
                    boolean opens(boolean genuine, int length) {
                        return genuine || length == BAD;
                    }
                };

        assertThat(check.fault(source, Aead.CHACHA20_POLY1305))
                .hasValue("opens %d bytes that were changed".formatted(BAD));
    }

    @Test
    void shouldCatchOneThatDoesNotOpen() {
        CipherSource source =
                new Broken() {
                    @Override
                    boolean opens(boolean genuine, int length) {
                        return genuine && length != BAD;
                    }
                };

        assertThat(check.fault(source, Aead.AES_256_GCM))
                .hasValue("doesn't open %d bytes".formatted(BAD));
    }

    @Test
    void shouldSayWhatFails() {
        CipherSource source =
                new Broken() {
                    @Override
                    public PacketCipher create(Aead aead, byte[] key, byte[] iv) {
                        throw new IllegalStateException("not today");
                    }
                };

        assertThat(check.fault(source, Aead.AES_256_GCM)).hasValue("fails: not today");
    }
}
