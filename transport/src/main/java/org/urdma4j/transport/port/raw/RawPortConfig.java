package org.urdma4j.transport.port.raw;

import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.GidType;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How a {@link RawPort} is opened. Immutable; start from {@link #builder}.
 *
 * @param local an address of this machine; its interface is the link
 * @param gidType what connections speak unless they choose another GID: RoCEv1 or RoCEv2
 * @param socketBufferBytes receive and send buffer to ask the kernel for, as {@link
 *     UdpPortConfig#socketBufferBytes}
 * @param engine limits of the engine; empty for what fits the receive buffer that was granted
 * @param random draws keys and queue pair numbers; predictable ones let strangers write to memory
 * @param dscp differentiated services code point where an address vector has no traffic class, 0 to
 *     63
 * @param inbound what impairs arriving packets, for this port alone
 * @param outbound what impairs departing packets, for this port alone; they are then sent singly
 * @param flowControl which pauses of the other end of the cable are obeyed, and which are sent to
 *     it
 */
public record RawPortConfig(
        InetAddress local,
        GidType gidType,
        int socketBufferBytes,
        Optional<EngineConfig> engine,
        RandomGenerator random,
        int dscp,
        Optional<InboundStage> inbound,
        Optional<OutboundStage> outbound,
        FlowControl flowControl) {
    private static final int MAX_DSCP = 63;

    /** Checks the ranges. */
    public RawPortConfig {
        Objects.requireNonNull(local, "local");
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(random, "random");
        Objects.requireNonNull(inbound, "inbound");
        Objects.requireNonNull(outbound, "outbound");
        Objects.requireNonNull(flowControl, "flowControl");
        if (gidType != GidType.ROCE_V1 && gidType != GidType.ROCE_V2) {
            throw new IllegalArgumentException(
                    "Ethernet carries RoCEv1 and RoCEv2, not " + gidType);
        }
        if (dscp < 0 || dscp > MAX_DSCP) {
            throw new IllegalArgumentException("a DSCP is 0 to 63, not " + dscp);
        }
        if (socketBufferBytes < 1) {
            throw new IllegalArgumentException(
                    "socket buffers need at least 1 byte, not " + socketBufferBytes);
        }
    }

    /** Starts from the defaults: RoCEv2, 64 MiB, secure random, PAUSE obeyed. */
    public static Builder builder(InetAddress local) {
        return new RawPortConfig(
                        local,
                        GidType.ROCE_V2,
                        UdpPortConfig.DEFAULT_SOCKET_BUFFER_BYTES,
                        Optional.empty(),
                        new SecureRandom(),
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        FlowControl.DEFAULT)
                .toBuilder();
    }

    /** Starts from these values. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects the values. Not thread-safe. */
    public static final class Builder {
        private final InetAddress local;
        private GidType gidType;
        private int socketBufferBytes;
        private Optional<EngineConfig> engine;
        private RandomGenerator random;
        private int dscp;
        private Optional<InboundStage> inbound;
        private Optional<OutboundStage> outbound;
        private FlowControl flowControl;

        private Builder(RawPortConfig from) {
            local = from.local;
            gidType = from.gidType;
            socketBufferBytes = from.socketBufferBytes;
            engine = from.engine;
            random = from.random;
            dscp = from.dscp;
            inbound = from.inbound;
            outbound = from.outbound;
            flowControl = from.flowControl;
        }

        /** Sets what connections speak. */
        public Builder gidType(GidType type) {
            gidType = type;
            return this;
        }

        /** Sets what the kernel is asked for, 1 byte or more. */
        public Builder socketBufferBytes(int bytes) {
            socketBufferBytes = bytes;
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

        /** Sets the differentiated services code point, 0 to 63. */
        public Builder dscp(int codePoint) {
            dscp = codePoint;
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

        /** Sets which pauses are obeyed and sent. */
        public Builder flowControl(FlowControl pauses) {
            flowControl = pauses;
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public RawPortConfig build() {
            return new RawPortConfig(
                    local,
                    gidType,
                    socketBufferBytes,
                    engine,
                    random,
                    dscp,
                    inbound,
                    outbound,
                    flowControl);
        }
    }
}
