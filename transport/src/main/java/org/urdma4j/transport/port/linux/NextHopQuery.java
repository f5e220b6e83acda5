package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Asks the kernel for the next hop to an address and for that hop's MAC address, as it would use
 * them itself. Both questions together take some tens of microseconds. Thread-safe.
 */
public final class NextHopQuery implements AutoCloseable {
    /**
     * Where packets go first.
     *
     * @param interfaceIndex the kernel's number of the interface
     * @param address the gateway, or the destination itself on the same link
     * @param isLocal whether the destination is this machine
     */
    public record Hop(int interfaceIndex, InetAddress address, boolean isLocal) {}

    /** What {@link #mac} returns while the kernel doesn't know. */
    public static final long UNKNOWN = -1;

    private static final int GET_ROUTE = 26;
    private static final int GET_NEIGHBOUR = 30;

    // struct rtmsg, and its attributes
    private static final int ROUTE_BODY = 12;
    private static final int DESTINATION_BITS = Netlink.BODY + 1;
    private static final int SOURCE_BITS = Netlink.BODY + 2;
    private static final int ROUTE_TYPE = 7;
    private static final int LOCAL = 2;
    private static final int DESTINATION = 1;
    private static final int SOURCE = 2;
    private static final int OUT_INTERFACE = 4;
    private static final int GATEWAY = 5;

    // struct ndmsg, and its attributes
    private static final int NEIGHBOUR_BODY = 12;
    private static final int NEIGHBOUR_INTERFACE = Netlink.BODY + 4;
    private static final int NEIGHBOUR_STATE = 8;
    private static final int NEIGHBOUR_ADDRESS = 1;
    private static final int NEIGHBOUR_MAC = 2;

    /** Reachable, stale, delayed, being probed, without ARP, permanent. */
    private static final int USABLE = 0x02 | 0x04 | 0x08 | 0x10 | 0x40 | 0x80;

    private final Netlink netlink = new Netlink();

    /**
     * Finds the next hop.
     *
     * @throws KernelRefusal with the kernel's reason if there is none, such as ENETUNREACH
     */
    public synchronized Hop hop(InetAddress from, InetAddress to) {
        byte[] destination = to.getAddress();
        byte bits = (byte) (destination.length * Byte.SIZE);
        MemorySegment question = begin(GET_ROUTE, ROUTE_BODY, to);
        question.set(JAVA_BYTE, DESTINATION_BITS, bits);
        question.set(JAVA_BYTE, SOURCE_BITS, bits);
        netlink.put(DESTINATION, destination);
        netlink.put(SOURCE, from.getAddress());
        netlink.ask();
        byte[] gateway = netlink.attribute(ROUTE_BODY, GATEWAY);
        return new Hop(
                netlink.intAttribute(ROUTE_BODY, OUT_INTERFACE),
                gateway == null ? to : address(gateway),
                netlink.byteAt(ROUTE_TYPE) == LOCAL);
    }

    /** Returns the MAC address of a hop, 48 bits, or {@link #UNKNOWN}. */
    public synchronized long mac(Hop hop) {
        MemorySegment question = begin(GET_NEIGHBOUR, NEIGHBOUR_BODY, hop.address());
        question.set(JAVA_INT, NEIGHBOUR_INTERFACE, hop.interfaceIndex());
        netlink.put(NEIGHBOUR_ADDRESS, hop.address().getAddress());
        try {
            netlink.ask();
        } catch (KernelRefusal _) {
            return UNKNOWN; // nobody has asked for it yet
        }
        boolean usable = (netlink.shortAt(NEIGHBOUR_STATE) & USABLE) != 0;
        byte[] mac = netlink.attribute(NEIGHBOUR_BODY, NEIGHBOUR_MAC);
        return usable ? Netlink.mac(mac, UNKNOWN) : UNKNOWN;
    }

    private MemorySegment begin(int type, int body, InetAddress of) {
        MemorySegment question = netlink.begin(type, Netlink.REQUEST, body);
        boolean ipv4 = of instanceof Inet4Address;
        int family = ipv4 ? NativeSocket.AF_INET : NativeSocket.AF_INET6;
        question.set(JAVA_BYTE, Netlink.BODY, (byte) family);
        return question;
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("the kernel named a gateway of odd length", e);
        }
    }

    @Override
    public synchronized void close() {
        netlink.close();
    }
}
