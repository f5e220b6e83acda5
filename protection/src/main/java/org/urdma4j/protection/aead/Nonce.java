package org.urdma4j.protection.aead;

import java.nio.ByteBuffer;

/** The nonces of one IV: the IV xor a number in its last eight bytes (RFC 8446, 5.3). */
final class Nonce {
    private static final int NUMBER = Aead.NONCE_BYTES - Long.BYTES;

    private final int high;
    private final long low;

    Nonce(byte[] iv) {
        if (iv.length != Aead.NONCE_BYTES) {
            throw new IllegalArgumentException("an IV has 12 bytes, not " + iv.length);
        }
        ByteBuffer b = ByteBuffer.wrap(iv);
        high = b.getInt(0);
        low = b.getLong(NUMBER);
    }

    /** Writes the nonce of a number to the beginning of a big-endian buffer. */
    void write(long number, ByteBuffer to) {
        to.putInt(0, high).putLong(NUMBER, low ^ number);
    }
}
