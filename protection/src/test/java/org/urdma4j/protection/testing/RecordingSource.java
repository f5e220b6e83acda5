package org.urdma4j.protection.testing;

import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.PacketCipher;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Makes ciphers that do nothing, and keeps what it was given for them. */
public final class RecordingSource implements CipherSource {
    private static final PacketCipher NOTHING =
            new PacketCipher() {
                @Override
                public void seal(
                        long n, MemorySegment extra, MemorySegment memory, long at, int length) {}

                @Override
                public boolean open(
                        long n, MemorySegment extra, MemorySegment memory, long at, int length) {
                    return true;
                }

                @Override
                public void close() {}
            };

    /** In the order in which they were given. */
    public final List<byte[]> keys = new ArrayList<>();

    /** As well, one for each key. */
    public final List<byte[]> ivs = new ArrayList<>();

    @Override
    public String name() {
        return "recorder";
    }

    @Override
    public boolean has(Aead aead) {
        return true;
    }

    @Override
    public PacketCipher create(Aead aead, byte[] key, byte[] iv) {
        keys.add(key.clone());
        ivs.add(iv.clone());
        return NOTHING;
    }
}
