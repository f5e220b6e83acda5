package org.urdma4j.gateway.message;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Optional;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Authenticates messages by a key: the first 8 bytes of HMAC-SHA-256 over all before them, with the
 * byte of the BTH left out that switches and FEC may change. Not thread-safe.
 */
public final class MessageSeal {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int CHANGED_AT = 4;
    private static final int TAG_BYTES = 32;

    /** What a receiver makes of a message. */
    public enum Verdict {
        /** It is of a gateway with the same key, or neither has one. */
        RIGHT,
        /** It has no code, and there is a key here. */
        WITHOUT_KEY,
        /** Its code is of another key. */
        OTHER_KEY,
        /** It has come before, or is too old to tell. */
        REPLAYED
    }

    private final Mac mac;
    private final byte[] tag = new byte[TAG_BYTES];
    private final ReplayWindows windows = new ReplayWindows();

    public MessageSeal(Optional<GatewayKey> key) {
        mac = key.isPresent() ? mac(key.get()) : null;
    }

    private static Mac mac(GatewayKey key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.bytes(), ALGORITHM));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** Ends a message that reaches from 0 to the limit; without a key its code stays zero. */
    public void seal(ByteBuffer message) {
        if (mac != null) {
            int at = message.limit() - GatewayMessage.MAC;
            message.putLong(at, code(message, 0, at));
        }
    }

    /** Judges a message that {@link GatewayMessage#judge} has found sound. */
    public Verdict judge(ByteBuffer b, int at, int length) {
        long code = b.getLong(at + length - GatewayMessage.MAC);
        if (mac == null) {
            return code == 0 ? Verdict.RIGHT : Verdict.OTHER_KEY;
        }
        if (code == 0) {
            return Verdict.WITHOUT_KEY;
        }
        if (code != code(b, at, length - GatewayMessage.MAC)) {
            return Verdict.OTHER_KEY;
        }
        boolean fresh = windows.accept(GatewayMessage.bootId(b, at), GatewayMessage.counter(b, at));
        return fresh ? Verdict.RIGHT : Verdict.REPLAYED;
    }

    private long code(ByteBuffer b, int at, int length) {
        try {
            for (int i = 0; i < length; i++) {
                mac.update(i == CHANGED_AT ? 0 : b.get(at + i));
            }
            mac.doFinal(tag, 0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        return ByteBuffer.wrap(tag).getLong();
    }
}
