package org.urdma4j.verbs;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What the packets of a device are sealed by: AES-256-GCM with keys that TLS 1.3 agrees on with
 * each peer, which proves itself by a pre-shared key or a certificate. Immutable; {@link #of} has
 * the defaults.
 *
 * @param credentials a file with a pre-shared key, as {@code urdma key psk} prints it, or a folder
 *     with {@code cert.pem}, {@code key.pem} and, unless there is a {@code peerKey}, {@code
 *     ca.pem}; read when the device is opened, which others must not be able to
 * @param required whether nothing may come or leave in the clear; otherwise a peer without keys is
 *     talked to in the clear
 * @param keyPort TCP port of both ends where keys are agreed on, 1 to 65,535; 0: that with the
 *     number of the UDP port
 * @param peerName the name that a peer's certificate must have; empty: any that an authority signed
 * @param peerKey {@code SHA256:} and the fingerprint, in base64, of the key that a peer's
 *     certificate must have, whoever signed it; empty: what an authority signed
 */
public record ProtectionAttr(
        Path credentials,
        boolean required,
        int keyPort,
        Optional<String> peerName,
        Optional<String> peerKey) {
    private static final int MAX_PORT = 0xffff;

    /** Checks the ranges. */
    public ProtectionAttr {
        Objects.requireNonNull(credentials, "credentials");
        Checks.range("keyPort", keyPort, 0, MAX_PORT);
        Objects.requireNonNull(peerName, "peerName");
        Objects.requireNonNull(peerKey, "peerKey");
    }

    /** Returns the defaults: required, the TCP port with the number of the UDP port. */
    public static ProtectionAttr of(Path credentials) {
        return new ProtectionAttr(credentials, true, 0, Optional.empty(), Optional.empty());
    }

    /** Returns the same, but peers without keys are talked to in the clear. */
    public ProtectionAttr allowingClear() {
        return new ProtectionAttr(credentials, false, keyPort, peerName, peerKey);
    }

    /** Returns the same with another TCP port, 0 to 65,535. */
    public ProtectionAttr withKeyPort(int tcpPort) {
        return new ProtectionAttr(credentials, required, tcpPort, peerName, peerKey);
    }

    /** Returns the same with the name that a peer's certificate must have. */
    public ProtectionAttr withPeerName(String name) {
        return new ProtectionAttr(credentials, required, keyPort, Optional.of(name), peerKey);
    }

    /** Returns the same with the fingerprint of the key that a peer's certificate must have. */
    public ProtectionAttr withPeerKey(String fingerprint) {
        return new ProtectionAttr(
                credentials, required, keyPort, peerName, Optional.of(fingerprint));
    }
}
