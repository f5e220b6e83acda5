package org.urdma4j.transport.provider;

import org.urdma4j.protection.aead.CipherChoice;
import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.association.ProtectionPolicy;
import org.urdma4j.protection.credentials.Credentials;
import org.urdma4j.protection.credentials.CredentialsException;
import org.urdma4j.protection.credentials.SpkiPin;
import org.urdma4j.transport.port.Protection;
import org.urdma4j.transport.port.keys.CipherSelection;
import org.urdma4j.transport.port.keys.TlsProtection;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.ProtectionAttr;
import org.urdma4j.verbs.VerbsException;

/** Makes of what an application says of protection what a port has. Any thread may call. */
final class Protections {
    /** The fastest that the machine has. */
    private static final String CIPHERS = "auto";

    private Protections() {}

    /**
     * Reads the credentials.
     *
     * @param attr what the device is opened with
     * @throws VerbsException with {@link Errno#EINVAL} if they can't be read or don't fit; the
     *     message is one line
     */
    static Protection of(ProtectionAttr how, ContextAttr attr) {
        try {
            ProtectionConfig.Builder config =
                    ProtectionConfig.builder(
                                    Credentials.read(how.credentials()),
                                    CipherSelection.of(CipherChoice.parse(CIPHERS)))
                            .policy(
                                    how.required()
                                            ? ProtectionPolicy.REQUIRED
                                            : ProtectionPolicy.ALLOWED)
                            .keyPort(how.keyPort() == 0 ? attr.udpPort() : how.keyPort());
            how.peerName().ifPresent(config::peerName);
            how.peerKey().map(SpkiPin::parse).ifPresent(config::peerPin);
            return new TlsProtection(config.build());
        } catch (CredentialsException | IllegalArgumentException e) {
            throw new VerbsException(Errno.EINVAL, "protection: " + e.getMessage(), e);
        }
    }
}
