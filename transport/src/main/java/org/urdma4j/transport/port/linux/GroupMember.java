package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * Has the kernel be in a multicast group, and say so by IGMP or MLD, while the packets are read
 * elsewhere. Bound to no port, so that nothing comes to it. Not thread-safe.
 */
public final class GroupMember implements AutoCloseable {
    // linux/in.h and linux/in6.h
    private static final int IPPROTO_IP = 0;
    private static final int IP_ADD_MEMBERSHIP = 35;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_ADD_MEMBERSHIP = 20;
    private static final int IPV4_BYTES = 4;

    private final NativeSocket socket;

    /**
     * Joins.
     *
     * @param interfaceIndex the kernel's number of the interface
     * @throws KernelRefusal if the interface doesn't have the family, for one
     */
    public GroupMember(InetAddress group, int interfaceIndex) {
        boolean ipv4 = group instanceof Inet4Address;
        int family = ipv4 ? NativeSocket.AF_INET : NativeSocket.AF_INET6;
        socket = new NativeSocket(family, NativeSocket.SOCK_DGRAM, 0);
        byte[] address = group.getAddress();
        try (Arena arena = Arena.ofConfined()) {
            // struct ip_mreqn has an address of the interface in between
            int indexAt = ipv4 ? 2 * IPV4_BYTES : address.length;
            MemorySegment request = arena.allocate(indexAt + Integer.BYTES, Integer.BYTES);
            MemorySegment.copy(address, 0, request, JAVA_BYTE, 0, address.length);
            request.set(JAVA_INT, indexAt, interfaceIndex);
            int level = ipv4 ? IPPROTO_IP : IPPROTO_IPV6;
            int option = ipv4 ? IP_ADD_MEMBERSHIP : IPV6_ADD_MEMBERSHIP;
            int result = socket.libc.setsockopt(socket.fd(), level, option, request);
            KernelRefusal.unless("setsockopt", result);
        } catch (KernelRefusal e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
