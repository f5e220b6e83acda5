package org.urdma4j.protection.credentials;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** SHA-256 of bytes, and how it is written. */
final class Fingerprint {
    static final String PREFIX = "SHA256:";
    static final int BYTES = 32;

    private Fingerprint() {}

    static byte[] of(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    static String text(byte[] digest) {
        return PREFIX + Base64.getEncoder().withoutPadding().encodeToString(digest);
    }
}
