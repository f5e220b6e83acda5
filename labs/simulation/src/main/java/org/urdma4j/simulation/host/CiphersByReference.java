package org.urdma4j.simulation.host;

import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.PacketCipher;

import java.lang.foreign.MemorySegment;

/** Seals packets whose bytes aren't there: lengths and numbers alone. */
final class CiphersByReference implements CipherSource {
    private static final PacketCipher NOTHING =
            new PacketCipher() {
                @Override
                public void seal(
                        long number,
                        MemorySegment associated,
                        MemorySegment memory,
                        long at,
                        int length) {
                    // there is nothing to encrypt
                }

                @Override
                public boolean open(
                        long number,
                        MemorySegment associated,
                        MemorySegment memory,
                        long at,
                        int length) {
                    return true; // what was damaged has a mark
                }

                @Override
                public void close() {
                    // it has no key
                }
            };

    @Override
    public String name() {
        return "by reference";
    }

    @Override
    public boolean has(Aead aead) {
        return true;
    }

    @Override
    public PacketCipher create(Aead aead, byte[] key, byte[] iv) {
        return NOTHING;
    }
}
