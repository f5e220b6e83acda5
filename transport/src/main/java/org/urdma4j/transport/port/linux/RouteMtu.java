package org.urdma4j.transport.port.linux;

import java.lang.foreign.Arena;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.OptionalInt;

/**
 * What the kernel believes that the way to a host carries (IP_MTU of ip(7)): what its route says,
 * or what a router has said of it by ICMP, which anybody may have forged. For any thread; the
 * network namespace is that of the calling one.
 */
public final class RouteMtu {
    // linux/in.h and linux/in6.h
    private static final int IPPROTO_IP = 0;
    private static final int IP_MTU = 14;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_MTU = 24;

    private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

    private RouteMtu() {}

    /**
     * Asks; nothing is sent. Takes a socket for a moment.
     *
     * @param local an address of this machine, to send from
     * @return bytes of a packet from its IP header on; empty if there is no way, or no socket left,
     *     and where the system isn't Linux or the C library may not be called
     */
    public static OptionalInt of(InetAddress local, InetSocketAddress remote) {
        try {
            return LINUX ? ask(local, remote) : OptionalInt.empty();
        } catch (KernelRefusal | IllegalCallerException | LinkageError _) {
            return OptionalInt.empty();
        }
    }

    private static OptionalInt ask(InetAddress local, InetSocketAddress remote) {
        boolean ipv4 = remote.getAddress() instanceof Inet4Address;
        int family = ipv4 ? NativeSocket.AF_INET : NativeSocket.AF_INET6;
        try (Arena arena = Arena.ofConfined();
                NativeSocket socket = new NativeSocket(family, NativeSocket.SOCK_DGRAM, 0)) {
            socket.bind(NativeSocket.address(arena, local, 0));
            socket.connect(NativeSocket.address(arena, remote.getAddress(), remote.getPort()));
            return OptionalInt.of(
                    ipv4 ? socket.get(IPPROTO_IP, IP_MTU) : socket.get(IPPROTO_IPV6, IPV6_MTU));
        }
    }
}
