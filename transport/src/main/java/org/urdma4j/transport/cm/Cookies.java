package org.urdma4j.transport.cm;

import org.urdma4j.transport.wire.TransportAddress;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.random.RandomGenerator;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Numbers that only the one can say who was told them: made of his address, his number for what he
 * asks, a secret and the time, so that nothing has to be kept. They hold for 34 s to 69 s.
 */
final class Cookies {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SECRET_BYTES = 32;
    private static final int LENGTH = 64;

    /** A time slot has 2^35 ns. */
    private static final int SLOT_BITS = 35;

    private final RandomGenerator random;
    private Mac mac;

    /** The high half goes into the transaction ID, the other into the communication ID. */
    record Cookie(long transactionId, int commId) {}

    Cookies(RandomGenerator random) {
        this.random = random;
    }

    Cookie of(TransportAddress peer, int remoteId, long nowNs) {
        return ofSlot(peer, remoteId, nowNs >> SLOT_BITS);
    }

    boolean isRight(Cookie said, TransportAddress peer, int remoteId, long nowNs) {
        long slot = nowNs >> SLOT_BITS;
        return mac != null
                && (said.equals(ofSlot(peer, remoteId, slot))
                        || said.equals(ofSlot(peer, remoteId, slot - 1)));
    }

    private Cookie ofSlot(TransportAddress peer, int remoteId, long slot) {
        ByteBuffer b = ByteBuffer.allocate(LENGTH);
        b.putLong(peer.gid().subnetPrefix()).putLong(peer.gid().interfaceId());
        b.putInt(peer.udpPort()).putInt(remoteId).putLong(slot);
        ByteBuffer code = ByteBuffer.wrap(keyed().doFinal(b.array()));
        long transactionId = code.getLong();
        int commId = code.getInt();
        return new Cookie(transactionId, commId == 0 ? 1 : commId);
    }

    private Mac keyed() {
        if (mac == null) {
            byte[] secret = new byte[SECRET_BYTES];
            random.nextBytes(secret);
            try {
                mac = Mac.getInstance(ALGORITHM);
                mac.init(new SecretKeySpec(secret, ALGORITHM));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every Java has " + ALGORITHM, e);
            }
        }
        return mac;
    }
}
