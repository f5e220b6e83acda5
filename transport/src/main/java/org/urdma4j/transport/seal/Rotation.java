package org.urdma4j.transport.seal;

/**
 * How long a key is used, as both devices of an association have agreed.
 *
 * @param epochBits packets, as a power of two, 8 to 22 (RFC 9001, 6.6 allows 2^23)
 * @param epochNs nanoseconds, 1 or more
 */
public record Rotation(int epochBits, long epochNs) {
    /** 4 million packets, and ten minutes. */
    public static final Rotation DEFAULT = new Rotation(22, 600_000_000_000L);

    private static final int LEAST_BITS = 8;
    private static final int MOST_BITS = 22;

    public Rotation {
        if (epochBits < LEAST_BITS || epochBits > MOST_BITS || epochNs < 1) {
            throw new IllegalArgumentException(
                    "an epoch is 2^8 to 2^22 packets and takes some time, not 2^%d and %d ns"
                            .formatted(epochBits, epochNs));
        }
    }
}
