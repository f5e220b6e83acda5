package org.urdma4j.transport.port.udp;

import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.transport.port.pipeline.PortOptions;
import org.urdma4j.verbs.IoTransport;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * How a {@link UdpPort} is opened. Immutable; start from {@link #builder}.
 *
 * @param local the address to bind to: one of this machine's, not the wildcard
 * @param port UDP port to bind to, 0 to 65535; 4791 is RoCEv2's, 0 is one that the system chooses,
 *     for a device with one address that others don't look for, as behind address translation
 * @param peerPort UDP port that peers have unless another is said, 0 to 65535; 0 is that of {@code
 *     port}, or 4791 if that is 0
 * @param icrc what protects packets
 * @param ioTransport how sockets are reached: by epoll, or NIO where there is none; by io_uring or
 *     not at all; or by NIO, which has neither segmentation offload nor a count of what the socket
 *     dropped
 * @param more further addresses of this machine's, IPv4 and IPv6, each with a socket of its own on
 *     the same UDP port; the GIDs that follow that of {@code local}
 * @param entropies UDP source ports of each address, 1 to 64: the device's own and others that the
 *     system chooses, from which packets are only sent; of event loops but the first, all are
 *     others
 * @param without offloads that aren't used though the system has them
 * @param options what every port has; several event loops need epoll or io_uring, and have neither
 *     stages nor protection; busy polling needs epoll or NIO
 */
public record UdpPortConfig(
        InetAddress local,
        int port,
        int peerPort,
        IcrcMode icrc,
        IoTransport ioTransport,
        List<InetAddress> more,
        int entropies,
        Set<UdpOffload> without,
        PortOptions options) {
    /** The UDP port of RoCEv2 (IBTA annex A17). */
    public static final int ROCE_V2_PORT = 4791;

    /** Most source ports of an address. */
    public static final int MAX_ENTROPIES = 64;

    private static final int MAX_PORT = 0xffff;

    /** Checks the ranges. */
    public UdpPortConfig {
        Objects.requireNonNull(local, "local");
        Objects.requireNonNull(icrc, "icrc");
        Objects.requireNonNull(ioTransport, "ioTransport");
        Objects.requireNonNull(options, "options");
        checkPort(port);
        checkPort(peerPort);
        if (peerPort == 0) {
            peerPort = port == 0 ? ROCE_V2_PORT : port;
        }
        if (entropies < 1 || entropies > MAX_ENTROPIES) {
            throw new IllegalArgumentException(
                    "an address has 1 to %d source ports, not %d"
                            .formatted(MAX_ENTROPIES, entropies));
        }
        more = List.copyOf(more);
        without = Set.copyOf(without);
        if (port == 0 && !more.isEmpty()) {
            throw new IllegalArgumentException(
                    "several addresses have one UDP port, which has to be said: 0 is not enough");
        }
        Set<InetAddress> all = new HashSet<>(Set.of(local));
        for (InetAddress address : more) {
            if (!all.add(address)) {
                throw new IllegalArgumentException(
                        address.getHostAddress() + " is there twice; a device has it once");
            }
        }
    }

    private static void checkPort(int port) {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("a UDP port is 0 to 65535, not " + port);
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
                        ROCE_V2_PORT,
                        IcrcMode.STANDARD,
                        IoTransport.EPOLL,
                        List.of(),
                        1,
                        Set.of(),
                        PortOptions.buffering(PortOptions.DEFAULT_BUFFER_BYTES))
                .toBuilder();
    }

    /** Returns all addresses, {@link #local} first. */
    public List<InetAddress> addresses() {
        List<InetAddress> all = new ArrayList<>(List.of(local));
        all.addAll(more);
        return List.copyOf(all);
    }

    /** Starts from these values. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects the values. Not thread-safe. */
    public static final class Builder extends PortOptions.Builder<Builder> {
        private final InetAddress local;
        private int port;
        private int peerPort;
        private IcrcMode icrc;
        private IoTransport ioTransport;
        private List<InetAddress> more;
        private int entropies;
        private Set<UdpOffload> without;

        private Builder(UdpPortConfig from) {
            super(from.options);
            local = from.local;
            port = from.port;
            peerPort = from.peerPort;
            icrc = from.icrc;
            ioTransport = from.ioTransport;
            more = from.more;
            entropies = from.entropies;
            without = from.without;
        }

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * Sets the UDP port, 0 to 65,535, and with it that of peers: the same, but 4791 for 0,
         * which is one that the system chooses.
         */
        public Builder port(int udpPort) {
            port = udpPort;
            peerPort = 0;
            return this;
        }

        /**
         * Sets the UDP port that peers have, 0 to 65,535 as {@link #peerPort()} says; to be called
         * after {@link #port}.
         */
        public Builder peerPort(int udpPort) {
            peerPort = udpPort;
            return this;
        }

        /** Sets what protects packets. */
        public Builder icrc(IcrcMode mode) {
            icrc = mode;
            return this;
        }

        /** Sets how sockets are reached. */
        public Builder ioTransport(IoTransport transport) {
            ioTransport = transport;
            return this;
        }

        /** Sets the addresses that the device has besides the first. */
        public Builder withAddresses(List<InetAddress> addresses) {
            more = List.copyOf(addresses);
            return this;
        }

        /** Sets how many UDP source ports each address has, 1 to 64. */
        public Builder withEntropies(int ports) {
            entropies = ports;
            return this;
        }

        /** Sets which offloads aren't used though the system has them. */
        public Builder without(Set<UdpOffload> unused) {
            without = Set.copyOf(unused);
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public UdpPortConfig build() {
            return new UdpPortConfig(
                    local, port, peerPort, icrc, ioTransport, more, entropies, without, options());
        }
    }
}
