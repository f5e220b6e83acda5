package org.urdma4j.protection.credentials;

import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The SHA-256 of the public key of a certificate (its SubjectPublicKeyInfo, as RFC 7469, 2.4): a
 * peer with this key is the right one, whoever signed its certificate.
 */
public final class SpkiPin {
    private final byte[] digest;

    private SpkiPin(byte[] digest) {
        this.digest = digest;
    }

    public static SpkiPin of(X509Certificate certificate) {
        return new SpkiPin(Fingerprint.of(certificate.getPublicKey().getEncoded()));
    }

    /**
     * Reads {@code SHA256:} with base64, or with 64 digits of hexadecimal, colons or not.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static SpkiPin parse(String text) {
        byte[] digest = new byte[0];
        if (text.toUpperCase(Locale.ROOT).startsWith(Fingerprint.PREFIX)) {
            String value = text.substring(Fingerprint.PREFIX.length());
            String hex = value.replace(":", "");
            try {
                digest =
                        hex.length() == 2 * Fingerprint.BYTES
                                ? HexFormat.of().parseHex(hex)
                                : Base64.getDecoder().decode(value);
            } catch (IllegalArgumentException _) {
                digest = new byte[0];
            }
        }
        if (digest.length != Fingerprint.BYTES) {
            throw new IllegalArgumentException(
                    ("a pin is SHA256: and base64 or hexadecimal of 32 bytes, not '%s';"
                                    + " ./urdma key check prints it")
                            .formatted(text));
        }
        return new SpkiPin(digest);
    }

    boolean matches(X509Certificate certificate) {
        return MessageDigest.isEqual(digest, of(certificate).digest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SpkiPin pin && Arrays.equals(digest, pin.digest);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(digest);
    }

    @Override
    public String toString() {
        return Fingerprint.text(digest);
    }
}
