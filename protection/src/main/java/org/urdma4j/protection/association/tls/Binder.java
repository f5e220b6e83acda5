package org.urdma4j.protection.association.tls;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What both ends of a TLS connection exported besides the secret, by which they prove in a later
 * connection that the earlier one was theirs: HMAC-SHA384, keyed by the earlier binder, of "resume"
 * and the later one. Not thread-safe.
 */
public final class Binder implements AutoCloseable {
    /** Bytes of a proof. */
    public static final int PROOF_BYTES = 48;

    static final String LABEL = "EXPORTER-urdma4j association 1";
    static final int BYTES = 32;

    private static final byte[] TAG = "resume".getBytes(StandardCharsets.US_ASCII);
    private static final String ALGORITHM = "HmacSHA384";

    private final byte[] bytes;

    /** Takes the bytes, 32, as its own. */
    Binder(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the proof that who has {@code later} had this one. */
    public byte[] prove(Binder later) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(bytes, ALGORITHM));
            mac.update(TAG);
            return mac.doFinal(later.bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    public boolean isProven(Binder later, byte[] proof) {
        return MessageDigest.isEqual(prove(later), proof);
    }

    @Override
    public void close() {
        Arrays.fill(bytes, (byte) 0);
    }

    @Override
    public String toString() {
        return "Binder";
    }
}
