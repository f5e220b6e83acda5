package org.urdma4j.gateway.message;

import java.util.Arrays;

/**
 * The secret that the gateways at both ends of a link share. Immutable; its words are never shown.
 */
public final class GatewayKey {
    /** Fewest bytes of a key. */
    public static final int LEAST_BYTES = 16;

    /** Most bytes of a key. */
    public static final int MOST_BYTES = 1024;

    private final byte[] bytes;

    /**
     * @param bytes {@link #LEAST_BYTES} to {@link #MOST_BYTES}; copied
     * @throws IllegalArgumentException if there are fewer or more
     */
    public GatewayKey(byte[] bytes) {
        if (bytes.length < LEAST_BYTES || bytes.length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "a key is %d to %d bytes, not %d"
                            .formatted(LEAST_BYTES, MOST_BYTES, bytes.length));
        }
        this.bytes = bytes.clone();
    }

    byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GatewayKey key && Arrays.equals(bytes, key.bytes);
    }

    /** The same for all keys, to give nothing away. */
    @Override
    public int hashCode() {
        return GatewayKey.class.hashCode();
    }

    @Override
    public String toString() {
        return "GatewayKey";
    }
}
