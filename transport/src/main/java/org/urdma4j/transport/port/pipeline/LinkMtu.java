package org.urdma4j.transport.port.pipeline;

import org.urdma4j.verbs.Mtu;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Optional;

/**
 * The network interface behind an address.
 *
 * @param interfaceIndex the system's number for it, 0 if unknown
 * @param bytes its MTU, from the IP header on
 */
public record LinkMtu(int interfaceIndex, int bytes) {
    /** IPv6, UDP, BTH, and the longest extended headers that come with payload (RETH, ImmDt). */
    private static final int HEADERS = 40 + 8 + 12 + 16 + 4;

    private static final int ICRC = 4;

    /** The least that IPv4 guarantees. */
    private static final LinkMtu UNKNOWN = new LinkMtu(0, 576);

    private static final int UDP_HEADER = 8;
    private static final int IPV4_HEADER = 20;
    private static final int IPV6_HEADER = 40;

    /** The longest UDP datagram. */
    private static final int MOST_BYTES = 0xffff;

    /** Returns the largest RDMA MTU that fits. */
    public Mtu mtu() {
        return largestWithin(bytes);
    }

    /** Returns the most bytes that a UDP datagram may carry without being fragmented. */
    public int datagram(boolean ipv4) {
        return Math.min(bytes, MOST_BYTES) - (ipv4 ? IPV4_HEADER : IPV6_HEADER) - UDP_HEADER;
    }

    /** Looks the interface up; without one, the smallest MTU is assumed. */
    public static LinkMtu of(InetAddress local) {
        try {
            Optional<NetworkInterface> found = find(local);
            return found.isPresent()
                    ? new LinkMtu(found.get().getIndex(), found.get().getMTU())
                    : UNKNOWN;
        } catch (SocketException _) {
            return UNKNOWN;
        }
    }

    private static Optional<NetworkInterface> find(InetAddress local) throws SocketException {
        NetworkInterface exact = NetworkInterface.getByInetAddress(local);
        if (exact != null || !local.isLoopbackAddress()) {
            return Optional.ofNullable(exact);
        }
        // All of 127/8 is local, but only 127.0.0.1 is configured.
        return Optional.ofNullable(
                NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress()));
    }

    /** Returns the largest RDMA MTU whose packets fit {@code linkMtu} bytes from the IP header. */
    public static Mtu largestWithin(int linkMtu) {
        Mtu largest = Mtu.MTU_256;
        for (Mtu mtu : Mtu.values()) {
            if (mtu.bytes() + HEADERS + ICRC <= linkMtu) {
                largest = mtu;
            }
        }
        return largest;
    }
}
