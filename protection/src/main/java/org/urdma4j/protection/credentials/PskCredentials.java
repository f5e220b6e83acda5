package org.urdma4j.protection.credentials;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A key that all devices of a group share (RFC 8446, 2.2; RFC 9257). Who has it may be any of them.
 */
public final class PskCredentials implements Credentials {
    private static final byte[] TAG = "urdma4j psk".getBytes(StandardCharsets.US_ASCII);

    private final byte[] key;

    private PskCredentials(byte[] key) {
        this.key = key;
    }

    /**
     * Reads a file with what {@link #newLine} returns, or with 32 to 1,024 random bytes.
     *
     * @throws CredentialsException if there is none, others can read it, or it isn't a key
     */
    public static PskCredentials read(Path file) throws CredentialsException {
        byte[] bytes = PrivateFile.readSecret(file, "key file");
        try {
            return new PskCredentials(PskText.parse(bytes));
        } catch (IllegalArgumentException e) {
            throw new CredentialsException(
                    "the key file %s %s; make one with: (umask 077; ./urdma key psk > %s)"
                            .formatted(file, e.getMessage(), file));
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /**
     * Returns credentials of a key.
     *
     * @param key 32 to 1,024 random bytes, which are copied
     * @throws IllegalArgumentException if they aren't
     */
    public static PskCredentials of(byte[] key) {
        return new PskCredentials(
                PskText.parse(PskText.write(key).getBytes(StandardCharsets.US_ASCII)));
    }

    /**
     * Returns a new key as a line of text, without the line's end.
     *
     * @param random a secure source
     */
    public static String newLine(RandomGenerator random) {
        byte[] key = new byte[PskText.LEAST_BYTES];
        random.nextBytes(key);
        try {
            return PskText.write(key);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    /** Returns a copy, to be wiped by who asked for it. */
    public byte[] copyKey() {
        return key.clone();
    }

    @Override
    public String kind() {
        return "pre-shared key, %d bits".formatted(key.length * Byte.SIZE);
    }

    /** Says nothing about the key to who doesn't have it: it has 256 random bits. */
    @Override
    public String fingerprint() {
        return Fingerprint.text(Fingerprint.of(TAG, key));
    }

    @Override
    public Optional<Instant> expiry() {
        return Optional.empty();
    }

    @Override
    public void checkUsable(Instant now) {
        // A key has no dates.
    }

    @Override
    public String toString() {
        return "PSK " + fingerprint();
    }
}
