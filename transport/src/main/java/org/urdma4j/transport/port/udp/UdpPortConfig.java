package org.urdma4j.transport.port.udp;

import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.ContextAttr;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How a {@link UdpPort} is opened. Immutable; start from {@link #builder}.
 *
 * @param local the address to bind to: one of this machine's, not the wildcard
 * @param port UDP port, 1 to 65535, both to bind to and to send to; 4791 is RoCEv2's
 * @param socketBufferBytes receive and send buffer to ask the kernel for; it grants at most {@code
 *     net.core.rmem_max} and {@code wmem_max}, but any receive buffer to a process with
 *     CAP_NET_ADMIN (not over NIO)
 * @param icrc what protects packets
 * @param engine limits of the engine; empty for what fits the receive buffer that was granted
 * @param random draws keys and queue pair numbers; predictable ones let strangers write to memory
 * @param epoll whether to use epoll where it is available; NIO has neither segmentation offload nor
 *     a count of what the socket dropped
 * @param inbound what impairs arriving packets, for this port alone
 * @param outbound what impairs departing packets, for this port alone; they are then sent singly
 * @param dscp differentiated services code point of what is sent, 0 to 63; the ICRC leaves it out
 */
public record UdpPortConfig(
        InetAddress local,
        int port,
        int socketBufferBytes,
        IcrcMode icrc,
        Optional<EngineConfig> engine,
        RandomGenerator random,
        boolean epoll,
        Optional<InboundStage> inbound,
        Optional<OutboundStage> outbound,
        int dscp) {
    /** The UDP port of RoCEv2 (IBTA annex A17). */
    public static final int ROCE_V2_PORT = 4791;

    /** Socket buffers asked for by default: 64 MiB, which the kernel doubles for its own needs. */
    public static final int DEFAULT_SOCKET_BUFFER_BYTES = ContextAttr.DEFAULT.socketBufferBytes();

    private static final int MAX_PORT = 0xffff;
    private static final int MAX_DSCP = 63;

    /** Checks the ranges. */
    public UdpPortConfig {
        Objects.requireNonNull(local, "local");
        Objects.requireNonNull(icrc, "icrc");
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(random, "random");
        Objects.requireNonNull(inbound, "inbound");
        Objects.requireNonNull(outbound, "outbound");
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("a UDP port is 1 to 65535, not " + port);
        }
        if (dscp < 0 || dscp > MAX_DSCP) {
            throw new IllegalArgumentException("a DSCP is 0 to 63, not " + dscp);
        }
        if (socketBufferBytes < 1) {
            throw new IllegalArgumentException(
                    "socket buffers need at least 1 byte, not " + socketBufferBytes);
        }
    }

    /**
     * Starts from the defaults: port 4791, 64 MiB, standard ICRC, secure random, epoll.
     *
     * @param local the address to bind to
     */
    public static Builder builder(InetAddress local) {
        return new UdpPortConfig(
                        local,
                        ROCE_V2_PORT,
                        DEFAULT_SOCKET_BUFFER_BYTES,
                        IcrcMode.STANDARD,
                        Optional.empty(),
                        new SecureRandom(),
                        true,
                        Optional.empty(),
                        Optional.empty(),
                        0)
                .toBuilder();
    }

    /** Starts from these values. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects the values. Not thread-safe. */
    public static final class Builder {
        private final InetAddress local;
        private int port;
        private int socketBufferBytes;
        private IcrcMode icrc;
        private Optional<EngineConfig> engine;
        private RandomGenerator random;
        private boolean epoll;
        private Optional<InboundStage> inbound;
        private Optional<OutboundStage> outbound;
        private int dscp;

        private Builder(UdpPortConfig from) {
            local = from.local;
            port = from.port;
            socketBufferBytes = from.socketBufferBytes;
            icrc = from.icrc;
            engine = from.engine;
            random = from.random;
            epoll = from.epoll;
            inbound = from.inbound;
            outbound = from.outbound;
            dscp = from.dscp;
        }

        /** Sets the UDP port, 1 to 65,535. */
        public Builder port(int udpPort) {
            port = udpPort;
            return this;
        }

        /** Sets what the kernel is asked for, 1 byte or more. */
        public Builder socketBufferBytes(int bytes) {
            socketBufferBytes = bytes;
            return this;
        }

        /** Sets what protects packets. */
        public Builder icrc(IcrcMode mode) {
            icrc = mode;
            return this;
        }

        /** Sets the engine's limits, whatever the socket buffers are. */
        public Builder engine(EngineConfig limits) {
            engine = Optional.of(limits);
            return this;
        }

        /** Sets the source of keys and queue pair numbers. */
        public Builder random(RandomGenerator source) {
            random = source;
            return this;
        }

        /** Sets whether epoll is used where it is available. */
        public Builder epoll(boolean wanted) {
            epoll = wanted;
            return this;
        }

        /** Sets a stage that impairs arriving packets. */
        public Builder inbound(InboundStage stage) {
            inbound = Optional.of(stage);
            return this;
        }

        /** Sets a stage that impairs departing packets. */
        public Builder outbound(OutboundStage stage) {
            outbound = Optional.of(stage);
            return this;
        }

        /** Sets the differentiated services code point, 0 to 63. */
        public Builder dscp(int codePoint) {
            dscp = codePoint;
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public UdpPortConfig build() {
            return new UdpPortConfig(
                    local,
                    port,
                    socketBufferBytes,
                    icrc,
                    engine,
                    random,
                    epoll,
                    inbound,
                    outbound,
                    dscp);
        }
    }
}
