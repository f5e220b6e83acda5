package org.urdma4j.leafspine.grant;

/**
 * How a receiver grants.
 *
 * @param share of the port's rate that is granted, above 0 to 1
 * @param quantumBytes of a grant: a container, on the wire
 * @param portBytes that may be out at once, of all senders
 * @param senderBytes that may be out at once, of one
 * @param unaskedBytes that a sender may send without a grant, at first and after idling
 * @param reclaimPs after which a grant that wasn't used is taken back
 * @param demandPs after which a sender that is stopped asks again
 */
public record GrantConfig(
        double share,
        long quantumBytes,
        long portBytes,
        long senderBytes,
        long unaskedBytes,
        long reclaimPs,
        long demandPs) {
    private static final double PORT_BDP = 1.5;

    /** With 1, a sender alone doesn't fill its link once there are queues on the way. */
    private static final double SENDER_BDP = 1.5;

    private static final long RECLAIM_PS = 1_000_000_000L;

    public GrantConfig {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("grants of %s of the port".formatted(share));
        }
    }

    /**
     * The constants of docs/grants.md.
     *
     * @param bdpBytes rate of the port × round trip
     * @param containerBytes on the wire
     * @param rttPs round trip of the empty path
     */
    public static GrantConfig of(double share, long bdpBytes, long containerBytes, long rttPs) {
        return new GrantConfig(
                share,
                containerBytes,
                Math.max(containerBytes, (long) (PORT_BDP * bdpBytes)),
                Math.max(containerBytes, (long) (SENDER_BDP * bdpBytes)),
                containerBytes,
                2 * rttPs + RECLAIM_PS,
                2 * rttPs);
    }
}
