package org.urdma4j.gateway.packet;

/**
 * Limits and habits of a gateway.
 *
 * @param reorderBytes what may be held behind holes, in all flows together, 0 or more
 * @param backupBytes what is kept of packets that a host has not acknowledged; the oldest goes
 * @param copyBytes what is kept of packets sent over the long link; 0 is the paper's Sentry
 * @param packets most packets of each kind of pool, 1 to 2^24; bounds what the bookkeeping takes
 * @param maxFlows flows each way, 1 to 2^20; one source has at most an eighth
 * @param nacks whether hosts are asked to go back when a copy is missing
 * @param filter whether of what they then send again only what is missing goes on
 * @param longRttNs round trip of the long link until it is measured, at least a microsecond, in
 *     nanoseconds
 * @param rateBps of the long link in bit/s, 0 if it is not known; paces what is released at once
 * @param bootId a number that the gateway didn't have at its last start
 */
public record GatewayConfig(
        long reorderBytes,
        long backupBytes,
        long copyBytes,
        int packets,
        int maxFlows,
        boolean nacks,
        boolean filter,
        long longRttNs,
        long rateBps,
        int bootId) {
    private static final int MAX_PACKETS = 1 << 24;
    private static final int MAX_FLOWS = 1 << 20;
    private static final int FLOWS = 65_536;
    private static final long LONG_RTT_NS = 10_000_000;
    private static final long LEAST_RTT_NS = 1000;
    private static final int LEAST_PACKET = 512;

    /** Checks every range. */
    public GatewayConfig {
        require(reorderBytes >= 0, "reorderBytes");
        require(backupBytes >= 0, "backupBytes");
        require(copyBytes >= 0, "copyBytes");
        require(packets >= 1 && packets <= MAX_PACKETS, "packets");
        require(maxFlows >= 1 && maxFlows <= MAX_FLOWS, "maxFlows");
        require(longRttNs >= LEAST_RTT_NS, "longRttNs");
        require(rateBps >= 0, "rateBps");
    }

    private static void require(boolean valid, String name) {
        if (!valid) {
            throw new IllegalArgumentException(name + " is out of range, see GatewayConfig");
        }
    }

    /**
     * Copies of all that is under way, as much again held behind holes, and a backup of 16 MiB.
     *
     * @param bdpBytes what the long link carries in a round trip
     */
    public static GatewayConfig copying(long bdpBytes, int bootId) {
        return new GatewayConfig(
                bdpBytes,
                16L << 20,
                2 * bdpBytes,
                packetsFor(2 * bdpBytes),
                FLOWS,
                true,
                true,
                LONG_RTT_NS,
                0,
                bootId);
    }

    /** Returns these with pools of other sizes, in bytes. */
    public GatewayConfig withPools(long reorder, long backup, long copies) {
        return new GatewayConfig(
                reorder, backup, copies, packets, maxFlows, nacks, filter, longRttNs, rateBps,
                bootId);
    }

    /** Returns these with another filter. */
    public GatewayConfig withNacks(boolean sendNacks, boolean filterRuns) {
        return new GatewayConfig(
                reorderBytes,
                backupBytes,
                copyBytes,
                packets,
                maxFlows,
                sendNacks,
                filterRuns,
                longRttNs,
                rateBps,
                bootId);
    }

    /** Returns these with the properties of the long link. */
    public GatewayConfig withLink(long rttNs, long bitsPerSecond) {
        return new GatewayConfig(
                reorderBytes,
                backupBytes,
                copyBytes,
                packets,
                maxFlows,
                nacks,
                filter,
                rttNs,
                bitsPerSecond,
                bootId);
    }

    /** Returns these with other limits on packets and flows. */
    public GatewayConfig withLimits(int mostPackets, int mostFlows) {
        return new GatewayConfig(
                reorderBytes,
                backupBytes,
                copyBytes,
                mostPackets,
                mostFlows,
                nacks,
                filter,
                longRttNs,
                rateBps,
                bootId);
    }

    private static int packetsFor(long bytes) {
        return Math.clamp(bytes / LEAST_PACKET, 1 << 10, 1 << 22);
    }
}
