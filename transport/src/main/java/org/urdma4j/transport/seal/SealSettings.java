package org.urdma4j.transport.seal;

import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.shape.Shape;

import java.util.Objects;

/**
 * How packets are sealed on a device.
 *
 * @param source makes the ciphers
 * @param aead which one
 * @param required whether nothing goes out and comes in that isn't sealed
 * @param shape what the packets of queue pairs look like from outside
 */
public record SealSettings(CipherSource source, Aead aead, boolean required, Shape shape) {
    public SealSettings {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(aead, "aead");
        Objects.requireNonNull(shape, "shape");
    }

    /** Packets look as they come. */
    public SealSettings(CipherSource source, Aead aead, boolean required) {
        this(source, aead, required, Shape.NONE);
    }
}
