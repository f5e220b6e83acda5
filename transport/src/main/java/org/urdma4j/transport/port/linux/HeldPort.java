package org.urdma4j.transport.port.linux;

import java.lang.foreign.Arena;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a UDP port occupied while its packets are read elsewhere: without it the kernel would
 * answer each with "port unreachable", and another program could have the port. Everything that
 * arrives is dropped before it is queued. Being ready for joined packets (UDP_GRO) it also makes
 * the kernel join them, which it does for sockets that are, and not cut super-packets. Not
 * thread-safe.
 */
public final class HeldPort implements AutoCloseable {
    private static final int IPPROTO_UDP = 17;
    private static final int UDP_GRO = 104;

    /** Returns 0: keep nothing. */
    private static final long[] NOTHING = {new FilterStep(0x06, 0, 0, 0).code()};

    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_FREEBIND = 78;

    private final List<NativeSocket> sockets = new ArrayList<>();

    /**
     * Takes the port.
     *
     * @param addresses of one interface; the port of the first must be free, of the others it is
     *     taken where it can be, even before the interface has the address
     * @throws KernelRefusal if somebody has it, or nobody may
     */
    public HeldPort(List<InetAddress> addresses, int port) {
        sockets.add(hold(addresses.getFirst(), port, false));
        for (InetAddress other : addresses.subList(1, addresses.size())) {
            try {
                sockets.add(hold(other, port, true));
            } catch (KernelRefusal _) {
                // another device of this interface has it, or there is no IPv6 here
            }
        }
    }

    private static NativeSocket hold(InetAddress local, int port, boolean early) {
        int family = local instanceof Inet4Address ? NativeSocket.AF_INET : NativeSocket.AF_INET6;
        NativeSocket socket = new NativeSocket(family, NativeSocket.SOCK_DGRAM, 0);
        try (Arena arena = Arena.ofConfined()) {
            socket.filter(NOTHING);
            socket.trySet(IPPROTO_UDP, UDP_GRO, 1); // without it only slower
            if (early) {
                socket.trySet(IPPROTO_IPV6, IPV6_FREEBIND, 1);
            }
            socket.bind(NativeSocket.address(arena, local, port));
            return socket;
        } catch (KernelRefusal e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public void close() {
        sockets.forEach(NativeSocket::close);
    }
}
