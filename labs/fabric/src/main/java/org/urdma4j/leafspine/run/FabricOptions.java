package org.urdma4j.leafspine.run;

import org.urdma4j.leafspine.balance.LoadBalance;
import org.urdma4j.leafspine.pattern.Pattern;
import org.urdma4j.leafspine.topology.Shape;

/**
 * What runs.
 *
 * @param pattern who sends to whom
 * @param bytes of each rank's buffer, as rounded: 1 to 4 GiB
 * @param shape of the fabric
 * @param scheme how it is sent
 * @param fail an uplink that dies, null for none
 * @param failPs when, in picoseconds
 * @param seed of hashes and all else that is random
 */
public record FabricOptions(
        Pattern pattern,
        long bytes,
        Shape shape,
        Scheme scheme,
        String fail,
        long failPs,
        long seed) {
    /** Payload of a full packet. */
    public static final int MTU = 4096;

    private static final long MAX_BYTES = 4L << 30;

    public FabricOptions {
        if (bytes < 1 || bytes > MAX_BYTES) {
            throw new IllegalArgumentException("--size is 1 to 4G");
        }
        if (bytes != pattern.rounded(bytes, shape.servers())) {
            throw new IllegalArgumentException(
                    "%d bytes can't be divided by %d ranks".formatted(bytes, shape.servers()));
        }
    }

    public FabricOptions by(Scheme other) {
        return new FabricOptions(pattern, bytes, shape, other, fail, failPs, seed);
    }

    public FabricOptions seeded(long other) {
        return new FabricOptions(pattern, bytes, shape, scheme, fail, failPs, other);
    }

    /** Returns whether anything depends on the seed but details. */
    public boolean hashes() {
        LoadBalance by = scheme.balance();
        return by == LoadBalance.ECMP
                || by == LoadBalance.ECMP_POLARISED
                || by == LoadBalance.FLOWLET
                || pattern == Pattern.PERMUTATION;
    }
}
