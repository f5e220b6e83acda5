package org.urdma4j.verbs;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How a device is opened, beyond what libibverbs can say (drivers have such: {@code
 * mlx5dv_context_attr}). Immutable; {@link #builder()} has the defaults.
 *
 * @param udpPort the UDP port of the device, 0 to 65,535; 0 is one that the system chooses, for a
 *     device that asks others and isn't looked for, as behind address translation
 * @param peerUdpPort the UDP port that peers have unless another is said, 0 to 65,535; 0 is {@code
 *     udpPort}, or 4791 if that is 0
 * @param socketBufferBytes receive and send buffer that the kernel is asked for, 1 or more; it
 *     grants less than that if it must
 * @param payloadBytes the most payload of a URDMA packet that connections offer, a multiple of 4
 *     from 256 to 16,384; the link may carry less
 * @param dscp differentiated services code point of what is sent, 0 to 63
 * @param backend what carries packets, by the name that the provider has for it: {@code udp}, a UDP
 *     socket, {@code raw}, whole Ethernet frames, or {@code pcap}, those through libpcap
 * @param gidType what connections speak unless they choose a GID: RoCEv2, or RoCEv1 where the
 *     backend can
 * @param eventLoops threads of the device that move packets, 1 to {@link #MAX_EVENT_LOOPS}. Queue
 *     pairs are spread over them, one stays with its thread, and completions of several threads
 *     come in any order. A provider that has fewer, or can't together with something else asked
 *     for, says so when the device is opened
 * @param busyPoll how long these threads look on after the last packet, posted work or timer before
 *     they sleep, 0 to 1 s; it saves waking up, some microseconds a message, and takes a processor
 *     for each of them while anything happens more often than that. A provider whose backend can't
 *     says so when the device is opened
 * @param ioTransport how the {@code udp} backend reaches its sockets. Where there is no such way,
 *     the provider says so when the device is opened
 * @param protection what packets are sealed by; empty: they are in the clear
 * @param prefer which device {@link Verbs#open(java.net.InetAddress, ContextAttr)} opens where
 *     devices of both kinds have the address
 */
public record ContextAttr(
        int udpPort,
        int peerUdpPort,
        int socketBufferBytes,
        int payloadBytes,
        int dscp,
        String backend,
        GidType gidType,
        int eventLoops,
        Duration busyPoll,
        IoTransport ioTransport,
        Optional<ProtectionAttr> protection,
        DeviceKind prefer) {
    /** The longest {@link #busyPoll}. */
    public static final Duration MAX_BUSY_POLL = Duration.ofSeconds(1);

    /** Most {@link #eventLoops}. */
    public static final int MAX_EVENT_LOOPS = 64;

    /**
     * RoCE's port 4791, buffers of 64 MiB (10 ms at 20 Gbit/s, whatever a packet costs the kernel),
     * the largest payload that the link carries, no mark, RoCEv2 over UDP, one event loop that
     * sleeps at once, in the clear, software before hardware: what {@code urdma bench} opens its
     * devices with.
     */
    public static final ContextAttr DEFAULT = builder().build();

    private static final int MAX_PORT = 0xffff;
    private static final int MAX_DSCP = 63;

    /** Checks the ranges. */
    public ContextAttr {
        Checks.range("udpPort", udpPort, 0, MAX_PORT);
        Checks.range("peerUdpPort", peerUdpPort, 0, MAX_PORT);
        Checks.range("socketBufferBytes", socketBufferBytes, 1, Integer.MAX_VALUE);
        Checks.range("payloadBytes", payloadBytes, 256, 16_384);
        if (payloadBytes % 4 != 0) {
            throw new IllegalArgumentException(
                    "payloadBytes is %d, must be a multiple of 4".formatted(payloadBytes));
        }
        Checks.range("dscp", dscp, 0, MAX_DSCP);
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(gidType, "gidType");
        Checks.range("eventLoops", eventLoops, 1, MAX_EVENT_LOOPS);
        Objects.requireNonNull(busyPoll, "busyPoll");
        if (busyPoll.isNegative() || busyPoll.compareTo(MAX_BUSY_POLL) > 0) {
            throw new IllegalArgumentException(
                    "busyPoll is %s, but must be 0 to 1 s".formatted(busyPoll));
        }
        Objects.requireNonNull(ioTransport, "ioTransport");
        Objects.requireNonNull(protection, "protection");
        Objects.requireNonNull(prefer, "prefer");
    }

    /** Whether this asks a device for anything but what it does by itself. */
    boolean isDefault() {
        return equals(DEFAULT.toBuilder().prefer(prefer).build());
    }

    /** Starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Starts from these values. */
    public Builder toBuilder() {
        Builder builder =
                new Builder()
                        .udpPort(udpPort)
                        .peerUdpPort(peerUdpPort)
                        .socketBufferBytes(socketBufferBytes)
                        .payloadBytes(payloadBytes)
                        .dscp(dscp)
                        .backend(backend)
                        .gidType(gidType)
                        .eventLoops(eventLoops)
                        .busyPoll(busyPoll)
                        .ioTransport(ioTransport)
                        .prefer(prefer);
        protection.ifPresent(builder::protection);
        return builder;
    }

    /** Collects the attributes. Not thread-safe. */
    public static final class Builder {
        private int udpPort = 4791;
        private int peerUdpPort;
        private int socketBufferBytes = 64 << 20;
        private int payloadBytes = 16_384;
        private int dscp;
        private String backend = "udp";
        private GidType gidType = GidType.ROCE_V2;
        private int eventLoops = 1;
        private Duration busyPoll = Duration.ZERO;
        private IoTransport ioTransport = IoTransport.EPOLL;
        private Optional<ProtectionAttr> protection = Optional.empty();
        private DeviceKind prefer = DeviceKind.SOFTWARE;

        private Builder() {}

        /** Sets the UDP port of the device, and of peers unless theirs is set; 4791 unless set. */
        public Builder udpPort(int port) {
            udpPort = port;
            return this;
        }

        /** Sets the UDP port of peers; that of the device unless set. */
        public Builder peerUdpPort(int port) {
            peerUdpPort = port;
            return this;
        }

        /** Sets what the kernel is asked for; 64 MiB unless set. */
        public Builder socketBufferBytes(int bytes) {
            socketBufferBytes = bytes;
            return this;
        }

        /** Sets the most payload of a URDMA packet; what the link carries unless set. */
        public Builder payloadBytes(int bytes) {
            payloadBytes = bytes;
            return this;
        }

        /** Sets the mark of what is sent; none unless set. */
        public Builder dscp(int codePoint) {
            dscp = codePoint;
            return this;
        }

        /** Sets what carries packets; {@code udp} unless set. */
        public Builder backend(String name) {
            backend = name;
            return this;
        }

        /** Sets what connections speak; RoCEv2 unless set. */
        public Builder gidType(GidType type) {
            gidType = type;
            return this;
        }

        /** Sets the threads of the device that move packets; 1 unless set. */
        public Builder eventLoops(int threads) {
            eventLoops = threads;
            return this;
        }

        /** Sets how long those threads look on before they sleep; they sleep at once unless set. */
        public Builder busyPoll(Duration window) {
            busyPoll = window;
            return this;
        }

        /** Sets how sockets are reached; by epoll unless set. */
        public Builder ioTransport(IoTransport transport) {
            ioTransport = transport;
            return this;
        }

        /** Sets what packets are sealed by; in the clear unless set. */
        public Builder protection(ProtectionAttr attr) {
            protection = Optional.of(attr);
            return this;
        }

        /**
         * Sets the devices that an address is looked for at first; those of software unless set.
         */
        public Builder prefer(DeviceKind kind) {
            prefer = kind;
            return this;
        }

        /**
         * Returns the attributes.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public ContextAttr build() {
            return new ContextAttr(
                    udpPort,
                    peerUdpPort,
                    socketBufferBytes,
                    payloadBytes,
                    dscp,
                    backend,
                    gidType,
                    eventLoops,
                    busyPoll,
                    ioTransport,
                    protection,
                    prefer);
        }
    }
}
