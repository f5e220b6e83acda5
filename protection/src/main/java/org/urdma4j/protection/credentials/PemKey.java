package org.urdma4j.protection.credentials;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** A private key in a file: PKCS #8 in PEM (RFC 7468, 10), not encrypted. */
final class PemKey {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";
    private static final List<String> ALGORITHMS = List.of("EC", "Ed25519", "RSA");

    private PemKey() {}

    static PrivateKey read(Path file) throws CredentialsException {
        byte[] bytes = PrivateFile.readSecret(file, "private key");
        byte[] der = null;
        try {
            der = der(bytes, file);
            return decode(der, file);
        } finally {
            Arrays.fill(bytes, (byte) 0);
            if (der != null) {
                Arrays.fill(der, (byte) 0);
            }
        }
    }

    private static byte[] der(byte[] bytes, Path file) throws CredentialsException {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int from = text.indexOf(BEGIN);
        int to = text.indexOf(END);
        if (from < 0 || to < from) {
            throw new CredentialsException(wrong(text, file));
        }
        try {
            return Base64.getMimeDecoder().decode(text.substring(from + BEGIN.length(), to));
        } catch (IllegalArgumentException _) {
            throw new CredentialsException("the private key %s is damaged".formatted(file));
        }
    }

    private static String wrong(String text, Path file) {
        if (text.contains("ENCRYPTED")) {
            return ("the private key %s has a passphrase, which nobody is there to type;"
                            + " take it off with: openssl pkey -in %s")
                    .formatted(file, file);
        }
        if (text.contains("PRIVATE KEY-----")) {
            return ("the private key %s is of an old form; convert it with:"
                            + " openssl pkcs8 -topk8 -nocrypt -in %s")
                    .formatted(file, file);
        }
        return "there is no private key in %s; it begins with %s".formatted(file, BEGIN);
    }

    private static PrivateKey decode(byte[] der, Path file) throws CredentialsException {
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm)
                        .generatePrivate(new PKCS8EncodedKeySpec(der));
            } catch (InvalidKeySpecException _) {
                // Of another algorithm.
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has " + algorithm, e);
            }
        }
        throw new CredentialsException(
                "the private key %s is damaged, or neither EC, Ed25519 nor RSA".formatted(file));
    }
}
