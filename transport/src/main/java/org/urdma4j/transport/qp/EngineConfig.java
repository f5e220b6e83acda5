package org.urdma4j.transport.qp;

/**
 * Limits and habits of the engine.
 *
 * @param maxInFlightPackets most unacknowledged packets of a queue pair, 1 to 2^22
 * @param maxInFlightBytes most unacknowledged bytes of a queue pair, READ data under way included;
 *     each packet costs {@link #PACKET_COST} more than its payload, about what a socket buffer
 *     charges. At least one packet is always allowed
 * @param ackInterval packets of a message after which an acknowledgement is asked for, and sent
 *     unasked, 1 to 2^16
 * @param framingBytes bytes that the network adds to each packet around BTH to ICRC; counts for
 *     pacing only
 * @param cnpIntervalNs the least time from one congestion notification to a peer to the next, 0 or
 *     more nanoseconds
 */
public record EngineConfig(
        int maxInFlightPackets,
        long maxInFlightBytes,
        int ackInterval,
        int framingBytes,
        long cnpIntervalNs) {
    /** What a packet costs beyond its payload, in bytes. */
    public static final int PACKET_COST = 256;

    /** The most packets in flight that any configuration may allow: half the PSN window's half. */
    public static final int PACKET_LIMIT = 1 << 22;

    /** Preamble, Ethernet, IPv4, UDP, FCS and the gap between frames. */
    private static final int IPV4_FRAMING = 8 + 14 + 20 + 8 + 4 + 12;

    /** DCQCN's (Zhu et al., SIGCOMM 2015). */
    private static final long CNP_INTERVAL_NS = 50_000;

    /** Bounds only by sequence numbers: for links that hold back what they can't carry. */
    public static final EngineConfig DEFAULT =
            new EngineConfig(PACKET_LIMIT, 64L << 30, 32, IPV4_FRAMING, CNP_INTERVAL_NS);

    public EngineConfig {
        require(
                maxInFlightPackets >= 1 && maxInFlightPackets <= PACKET_LIMIT,
                "maxInFlightPackets");
        require(maxInFlightBytes >= 1, "maxInFlightBytes");
        require(ackInterval >= 1 && ackInterval <= 1 << 16, "ackInterval");
        require(framingBytes >= 0, "framingBytes");
        require(cnpIntervalNs >= 0, "cnpIntervalNs");
    }

    /** With 50 µs from one congestion notification to the next. */
    public EngineConfig(
            int maxInFlightPackets, long maxInFlightBytes, int ackInterval, int framingBytes) {
        this(maxInFlightPackets, maxInFlightBytes, ackInterval, framingBytes, CNP_INTERVAL_NS);
    }

    private static void require(boolean valid, String name) {
        if (!valid) {
            throw new IllegalArgumentException(name + " is out of range, see EngineConfig");
        }
    }

    /** Starts from {@link #DEFAULT}. */
    public static Builder builder() {
        return DEFAULT.toBuilder();
    }

    /** Starts from these values. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects the values. Not thread-safe. */
    public static final class Builder {
        private int maxInFlightPackets;
        private long maxInFlightBytes;
        private int ackInterval;
        private int framingBytes;
        private long cnpIntervalNs;

        private Builder(EngineConfig from) {
            maxInFlightPackets = from.maxInFlightPackets;
            maxInFlightBytes = from.maxInFlightBytes;
            ackInterval = from.ackInterval;
            framingBytes = from.framingBytes;
            cnpIntervalNs = from.cnpIntervalNs;
        }

        /** Sets the limit on bytes in flight, 1 or more. */
        public Builder maxInFlightBytes(long bytes) {
            maxInFlightBytes = bytes;
            return this;
        }

        /** Sets the limit on packets in flight, 1 to {@link #PACKET_LIMIT}. */
        public Builder maxInFlightPackets(int packets) {
            maxInFlightPackets = packets;
            return this;
        }

        /** Sets the least time between congestion notifications to a peer, 0 or more ns. */
        public Builder cnpIntervalNs(long ns) {
            cnpIntervalNs = ns;
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public EngineConfig build() {
            return new EngineConfig(
                    maxInFlightPackets, maxInFlightBytes, ackInterval, framingBytes, cnpIntervalNs);
        }
    }
}
