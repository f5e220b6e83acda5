package org.urdma4j.gateway.tap;

/**
 * How a TAP device is set up, and who is at the other end of the path.
 *
 * @param device its name
 * @param mtu largest IP packet, 1280 to 65521
 * @param self its own addresses
 * @param peer those of the device at the other end, entered as known, so that no packet of the path
 *     is spent on finding out
 * @param bare whether neither is entered, for a device that is to be bridged
 */
public record TapConfig(String device, int mtu, TapAddress self, TapAddress peer, boolean bare) {
    /** Smallest that IPv6 allows. */
    public static final int SMALLEST_MTU = 1280;

    /** Largest that a TAP device takes. */
    public static final int LARGEST_MTU = 65521;

    public TapConfig {
        requireMtu(mtu);
    }

    /**
     * Checks an MTU.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public static void requireMtu(int mtu) {
        if (mtu < SMALLEST_MTU || mtu > LARGEST_MTU) {
            throw new IllegalArgumentException(
                    "the MTU must lie between %d and %d, not %d"
                            .formatted(SMALLEST_MTU, LARGEST_MTU, mtu));
        }
    }
}
