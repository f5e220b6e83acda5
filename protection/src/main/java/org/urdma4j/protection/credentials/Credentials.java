package org.urdma4j.protection.credentials;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** What a device proves itself with. Any thread. */
public sealed interface Credentials permits PskCredentials, CertificateCredentials {
    /**
     * Reads what a path leads to: a file is a pre-shared key, a folder has certificates.
     *
     * @throws CredentialsException if it isn't there, is readable by others, or holds nothing of
     *     use; expired certificates are read, see {@link #checkUsable}
     */
    static Credentials read(Path path) throws CredentialsException {
        return Files.isDirectory(path)
                ? CertificateCredentials.read(path)
                : PskCredentials.read(path);
    }

    /** Returns what they are, for people. */
    String kind();

    /** Returns {@code SHA256:} and base64, the same at both ends of a pre-shared key. */
    String fingerprint();

    /** Returns when they expire, if they do. */
    Optional<Instant> expiry();

    /**
     * Checks them against the time of day.
     *
     * @throws CredentialsException if they are expired or not yet valid
     */
    void checkUsable(Instant now) throws CredentialsException;
}
