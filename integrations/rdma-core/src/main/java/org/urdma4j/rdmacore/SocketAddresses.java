package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;

/** Addresses as {@code struct sockaddr_in} and {@code sockaddr_in6} of Linux have them. */
final class SocketAddresses {
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final long PORT = Structs.SOCKADDR_IN.at("sin_port");
    private static final long IPV4 = Structs.SOCKADDR_IN.at("sin_addr");
    private static final long IPV6 = Structs.SOCKADDR_IN6.at("sin6_addr");
    private static final long SCOPE = Structs.SOCKADDR_IN6.at("sin6_scope_id");
    private static final int PORT_MASK = 0xffff;
    private static final ValueLayout.OfShort NETWORK_SHORT =
            JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    private SocketAddresses() {}

    /** Returns an address in memory of the arena; its name was looked up. */
    static MemorySegment write(InetSocketAddress from, Arena arena) {
        MemorySegment to = arena.allocate(Structs.SOCKADDR_BYTES, Long.BYTES);
        byte[] bytes = from.getAddress().getAddress();
        boolean ipv6 = from.getAddress() instanceof Inet6Address;
        to.set(JAVA_SHORT, 0, (short) (ipv6 ? AF_INET6 : AF_INET));
        to.set(NETWORK_SHORT, PORT, (short) from.getPort());
        MemorySegment.copy(bytes, 0, to, JAVA_BYTE, ipv6 ? IPV6 : IPV4, bytes.length);
        if (from.getAddress() instanceof Inet6Address address) {
            to.set(JAVA_INT, SCOPE, address.getScopeId());
        }
        return to;
    }

    /** Returns the address that was written, or null if it is of no family known here. */
    static InetSocketAddress read(MemorySegment from) {
        int port = from.get(NETWORK_SHORT, PORT) & PORT_MASK;
        try {
            return switch (from.get(JAVA_SHORT, 0)) {
                case AF_INET ->
                        new InetSocketAddress(InetAddress.getByAddress(bytes(from, IPV4, 4)), port);
                case AF_INET6 -> new InetSocketAddress(ipv6(from), port);
                default -> null;
            };
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 and 16 bytes are addresses", e);
        }
    }

    /** A link's own address has the number of its interface, and no other has. */
    private static InetAddress ipv6(MemorySegment from) throws UnknownHostException {
        byte[] bytes = bytes(from, IPV6, 16);
        int scope = from.get(JAVA_INT, SCOPE);
        InetAddress plain = InetAddress.getByAddress(bytes);
        return plain.isLinkLocalAddress() && scope != 0
                ? Inet6Address.getByAddress(null, bytes, scope)
                : plain;
    }

    private static byte[] bytes(MemorySegment from, long at, long count) {
        return from.asSlice(at, count).toArray(JAVA_BYTE);
    }
}
