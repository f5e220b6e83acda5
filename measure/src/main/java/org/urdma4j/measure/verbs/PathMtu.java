package org.urdma4j.measure.verbs;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteOrder;

/**
 * What the kernel knows of the path to an address: the MTU of the route, or less once a router has
 * said so by ICMP. Linux: socket options IP_MTU (ip(7)) and IPV6_MTU (ipv6(7)) of a connected UDP
 * socket. No packet is sent.
 */
final class PathMtu {
    private static final int UNKNOWN = Integer.MAX_VALUE;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int SOCK_DGRAM = 2;
    private static final int IPPROTO_IP = 0;
    private static final int IP_MTU = 14;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_MTU = 24;
    private static final int PORT = 4791;
    private static final int SOCKADDR_IN = 16;
    private static final int SOCKADDR_IN6 = 28;

    private PathMtu() {}

    /** Returns the MTU in bytes from the IP header on, or the highest number if nobody knows. */
    static int of(InetAddress local, InetAddress remote) {
        if (!System.getProperty("os.name").equals("Linux")) {
            return UNKNOWN;
        }
        try (Arena arena = Arena.ofConfined()) {
            return ask(arena, local, remote);
        } catch (Throwable e) {
            throw new IllegalStateException("libc can't be called", e);
        }
    }

    private static int ask(Arena arena, InetAddress local, InetAddress remote) throws Throwable {
        boolean ipv4 = remote instanceof Inet4Address;
        int socket =
                (int)
                        libc("socket", JAVA_INT, JAVA_INT, JAVA_INT)
                                .invoke(ipv4 ? AF_INET : AF_INET6, SOCK_DGRAM, 0);
        if (socket < 0) {
            return UNKNOWN;
        }
        try {
            MethodHandle bind = libc("bind", JAVA_INT, ADDRESS, JAVA_INT);
            MethodHandle connect = libc("connect", JAVA_INT, ADDRESS, JAVA_INT);
            if (!done(arena, bind, socket, local, 0)
                    || !done(arena, connect, socket, remote, PORT)) {
                return UNKNOWN; // what it means for the run is found out elsewhere
            }
            MemorySegment value = arena.allocate(JAVA_INT);
            MemorySegment length = arena.allocateFrom(JAVA_INT, Integer.BYTES);
            int status =
                    (int)
                            libc("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS)
                                    .invoke(
                                            socket,
                                            ipv4 ? IPPROTO_IP : IPPROTO_IPV6,
                                            ipv4 ? IP_MTU : IPV6_MTU,
                                            value,
                                            length);
            return status == 0 ? value.get(JAVA_INT, 0) : UNKNOWN;
        } finally {
            var _ = (int) libc("close", JAVA_INT).invoke(socket);
        }
    }

    private static boolean done(
            Arena arena, MethodHandle call, int socket, InetAddress address, int port)
            throws Throwable {
        MemorySegment name = sockaddr(arena, address, port);
        return (int) call.invoke(socket, name, (int) name.byteSize()) == 0;
    }

    private static MemorySegment sockaddr(Arena arena, InetAddress address, int port) {
        boolean ipv4 = address instanceof Inet4Address;
        MemorySegment name = arena.allocate(ipv4 ? SOCKADDR_IN : SOCKADDR_IN6, Integer.BYTES);
        name.set(ValueLayout.JAVA_SHORT, 0, (short) (ipv4 ? AF_INET : AF_INET6));
        name.set(ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN), 2, (short) port);
        MemorySegment.copy(
                address.getAddress(),
                0,
                name,
                ValueLayout.JAVA_BYTE,
                ipv4 ? 4 : 8,
                address.getAddress().length);
        return name;
    }

    @SuppressWarnings("restricted") // that is what calls of libc are
    private static MethodHandle libc(String name, ValueLayout... arguments) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(JAVA_INT, arguments));
    }
}
