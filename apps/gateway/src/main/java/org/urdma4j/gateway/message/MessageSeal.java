package org.urdma4j.gateway.message;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Optional;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Authenticates messages by a key: the first 8 bytes of HMAC-SHA-256 over the addresses of the
 * packet and all before the code, with the byte of the BTH left out that switches and FEC may
 * change. A message names the boot ids of both ends, so that none counts that was made for a
 * gateway before it started again, nor one's own. Not thread-safe.
 */
public final class MessageSeal {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int CHANGED_AT = 4;
    private static final int TAG_BYTES = 32;
    private static final int CODE = 8;

    /** What a receiver makes of a message. */
    public enum Verdict {
        /** It is of a gateway with the same key, for this one, or neither has a key. */
        RIGHT,
        /** It has no code, and there is a key here. */
        WITHOUT_KEY,
        /** Its code is of another key, or of a packet between others. */
        OTHER_KEY,
        /** It doesn't name this gateway, as it is since its start: its sender is to be told. */
        UNPROVEN,
        /** It has come before, is too old to tell, or was made here. */
        REPLAYED
    }

    private final Mac mac;
    private final int bootId;
    private final byte[] tag = new byte[TAG_BYTES];
    private final ByteBuffer addresses = ByteBuffer.allocate(4 * Long.BYTES);
    private final ReplayWindows windows = new ReplayWindows();

    /** Of the other end's halves, who have proven to know this one; 0 before. */
    private int depot;

    private int sentry;

    /**
     * Creates one.
     *
     * @param bootId of this gateway
     */
    public MessageSeal(Optional<GatewayKey> key, int bootId) {
        mac = key.isPresent() ? mac(key.get()) : null;
        this.bootId = bootId;
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

    /**
     * Ends a message that reaches from 0 to the limit, of a packet with these addresses as {@code
     * Headers} has them; without a key its trailer stays zero.
     */
    public void seal(ByteBuffer message, long fromHigh, long fromLow, long toHigh, long toLow) {
        int addressee = GatewayMessage.isForDepot(message, 0) ? depot : sentry;
        end(message, addressee, fromHigh, fromLow, toHigh, toLow);
    }

    /** Ends a HELLO likewise, for whoever made the message with its BTH at {@code at}. */
    public void answer(
            ByteBuffer message,
            ByteBuffer to,
            int at,
            long fromHigh,
            long fromLow,
            long toHigh,
            long toLow) {
        end(message, GatewayMessage.bootId(to, at), fromHigh, fromLow, toHigh, toLow);
    }

    private void end(
            ByteBuffer message, int to, long fromHigh, long fromLow, long toHigh, long toLow) {
        if (mac != null) {
            int at = message.limit() - GatewayMessage.TRAILER;
            message.putInt(at, to);
            take(fromHigh, fromLow, toHigh, toLow);
            message.putLong(at + Integer.BYTES, code(message, 0, at + Integer.BYTES));
        }
    }

    /**
     * Judges a message that {@link GatewayMessage#judge} has found sound, of a packet with these
     * addresses.
     */
    public Verdict judge(
            ByteBuffer b,
            int at,
            int length,
            long fromHigh,
            long fromLow,
            long toHigh,
            long toLow) {
        long code = b.getLong(at + length - CODE);
        if (mac == null) {
            return code == 0 ? Verdict.RIGHT : Verdict.OTHER_KEY;
        }
        if (code == 0) {
            return Verdict.WITHOUT_KEY;
        }
        take(fromHigh, fromLow, toHigh, toLow);
        if (code != code(b, at, length - CODE)) {
            return Verdict.OTHER_KEY;
        }
        return judgeEnds(b, at, length);
    }

    private Verdict judgeEnds(ByteBuffer b, int at, int length) {
        int from = GatewayMessage.bootId(b, at);
        if (from == bootId) {
            return Verdict.REPLAYED;
        }
        if (b.getInt(at + length - GatewayMessage.TRAILER) != bootId) {
            return Verdict.UNPROVEN;
        }
        if (!windows.accept(from, GatewayMessage.counter(b, at))) {
            return Verdict.REPLAYED;
        }
        if (GatewayMessage.isForDepot(b, at)) {
            sentry = from;
        } else {
            depot = from;
        }
        return Verdict.RIGHT;
    }

    private void take(long fromHigh, long fromLow, long toHigh, long toLow) {
        addresses.putLong(0, fromHigh).putLong(8, fromLow).putLong(16, toHigh).putLong(24, toLow);
        mac.update(addresses.array());
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
