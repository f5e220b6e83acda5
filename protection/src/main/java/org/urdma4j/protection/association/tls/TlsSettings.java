package org.urdma4j.protection.association.tls;

import org.urdma4j.protection.credentials.Credentials;
import org.urdma4j.protection.credentials.PeerTrust;
import org.urdma4j.protection.credentials.SpkiPin;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What every end of a device has in common. Any thread.
 *
 * @param credentials what this device proves itself with
 * @param trust which certificates of peers are believed; empty with a PSK
 * @param random for keys and nonces
 * @param time the time of day, which certificates are compared with
 */
public record TlsSettings(
        Credentials credentials,
        Optional<PeerTrust> trust,
        SecureRandom random,
        InstantSource time) {

    /**
     * Puts settings together.
     *
     * @param pin of the peer's key, instead of authorities; only with certificates
     * @param name that the peer's certificate must have; only with certificates
     * @throws IllegalArgumentException if a pin or name is given with a PSK, or certificates
     *     without anybody to believe
     */
    public static TlsSettings of(
            Credentials credentials,
            Optional<SpkiPin> pin,
            Optional<String> name,
            SecureRandom random,
            InstantSource time) {
        Optional<PeerTrust> trust = PeerTrust.of(credentials, pin, name);
        return new TlsSettings(credentials, trust, random, time);
    }
}
