package org.urdma4j.transport.netty;

import org.urdma4j.verbs.Mtu;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Optional;

/** The network interface behind an address: its index, and the RDMA MTU that fits its own. */
record LinkMtu(int interfaceIndex, Mtu mtu) {
    /** IPv6, UDP, BTH, and the longest extended headers that come with payload (RETH, ImmDt). */
    private static final int HEADERS = 40 + 8 + 12 + 16 + 4;

    private static final int ICRC = 4;

    /** Looks the interface up; without one, the smallest MTU is assumed. */
    static LinkMtu of(InetAddress local) {
        try {
            Optional<NetworkInterface> found = find(local);
            return found.isPresent()
                    ? new LinkMtu(found.get().getIndex(), largestWithin(found.get().getMTU()))
                    : new LinkMtu(0, Mtu.MTU_256);
        } catch (SocketException _) {
            return new LinkMtu(0, Mtu.MTU_256);
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
    static Mtu largestWithin(int linkMtu) {
        Mtu largest = Mtu.MTU_256;
        for (Mtu mtu : Mtu.values()) {
            if (mtu.bytes() + HEADERS + ICRC <= linkMtu) {
                largest = mtu;
            }
        }
        return largest;
    }
}
