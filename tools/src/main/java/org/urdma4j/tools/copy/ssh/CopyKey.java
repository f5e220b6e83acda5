package org.urdma4j.tools.copy.ssh;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.protection.aead.CipherChoice;
import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.transport.port.ProtectionMaker;
import org.urdma4j.transport.port.keys.CipherSelection;
import org.urdma4j.transport.port.keys.TlsProtection;

import java.util.random.RandomGenerator;

/** A pre-shared key of one copy, in the memory of its two ends alone. */
final class CopyKey {
    private static final int BYTES = 32;

    private CopyKey() {}

    /** Returns a new one, of a secure source. */
    static ByteString random(RandomGenerator random) {
        byte[] key = new byte[BYTES];
        random.nextBytes(key);
        return ByteString.of(key);
    }

    /**
     * Returns what protects a port with it.
     *
     * @throws IllegalArgumentException if it is too short
     */
    static ProtectionMaker protection(ByteString key) {
        PskCredentials credentials = PskCredentials.of(key.toBytes());
        return (keyPort, door) ->
                new TlsProtection(
                        ProtectionConfig.builder(credentials, CipherSelection.of(CipherChoice.AUTO))
                                .keyPort(keyPort)
                                .listener(door)
                                .build());
    }
}
