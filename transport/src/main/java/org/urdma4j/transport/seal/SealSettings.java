package org.urdma4j.transport.seal;

import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;

import java.util.Objects;

/**
 * How packets are sealed on a device.
 *
 * @param source makes the ciphers
 * @param aead which one
 * @param required whether nothing goes out and comes in that isn't sealed
 */
public record SealSettings(CipherSource source, Aead aead, boolean required) {
    /** Checks them. */
    public SealSettings {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(aead, "aead");
    }
}
