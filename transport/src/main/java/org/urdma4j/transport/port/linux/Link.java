package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * A network interface, as the kernel tells of it in the network namespace of the calling thread.
 * (The JDK's own class reads files of the process's first thread for IPv6.)
 *
 * @param name as the system calls it
 * @param index its number
 * @param mac its address, 48 bits; 0 for the loopback interface
 * @param mtu bytes of a frame from its network header on
 * @param isEthernet whether frames have Ethernet's header, as those of the loopback interface do
 * @param isLoopback whether it leads to this machine alone
 */
public record Link(
        String name, int index, long mac, int mtu, boolean isEthernet, boolean isLoopback) {
    private static final int GET_LINK = 18;
    private static final int GET_ADDRESS = 22;

    // struct ifaddrmsg
    private static final int ADDRESS_BODY = 8;
    private static final int ADDRESS_SCOPE = 3;
    private static final int ADDRESS_INTERFACE = 4;
    private static final int SCOPE_LINK = 253;
    private static final int PREFIX_ADDRESS = 1;
    private static final int LOCAL_ADDRESS = 2;

    // struct ifinfomsg
    private static final int LINK_BODY = 16;
    private static final int HARDWARE_TYPE = 2;
    private static final int LINK_INDEX = 4;
    private static final int LINK_FLAGS = 8;
    private static final int LINK_MAC = 1;
    private static final int LINK_NAME = 3;
    private static final int LINK_MTU = 4;

    /** IFNAMSIZ, the zero behind it included. */
    private static final int LONGEST_NAME = 16;

    private static final int LOOPBACK = 0x8;
    private static final int ETHERNET_TYPE = 1;
    private static final int LOOPBACK_TYPE = 772;

    /** Returns the interface that has an address, if one does. */
    public static Optional<Link> of(InetAddress local) {
        try (Netlink netlink = new Netlink()) {
            int index = indexOf(local, netlink);
            return index == 0 ? Optional.empty() : Optional.of(link(index, netlink));
        }
    }

    /** Returns the interface of this name, if there is one. */
    public static Optional<Link> named(String name) {
        byte[] text = (name + '\0').getBytes(StandardCharsets.UTF_8);
        if (text.length < 2 || text.length > LONGEST_NAME) {
            return Optional.empty();
        }
        try (Netlink netlink = new Netlink()) {
            netlink.begin(GET_LINK, Netlink.REQUEST, LINK_BODY);
            netlink.put(LINK_NAME, text);
            netlink.ask();
            return Optional.of(link(netlink));
        } catch (KernelRefusal e) {
            if (e.errno() == ErrorNumber.ENODEV) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Returns whether it has an IP address, but for one of IPv6 that means this link alone. */
    public boolean hasAddress() {
        try (Netlink netlink = new Netlink()) {
            netlink.begin(GET_ADDRESS, Netlink.REQUEST | Netlink.DUMP, ADDRESS_BODY);
            netlink.ask();
            do {
                boolean linkLocal =
                        netlink.byteAt(0) == NativeSocket.AF_INET6
                                && netlink.byteAt(ADDRESS_SCOPE) == SCOPE_LINK;
                if (netlink.attribute(ADDRESS_BODY, PREFIX_ADDRESS) != null
                        && netlink.intAt(ADDRESS_INTERFACE) == index
                        && !linkLocal) {
                    return true;
                }
            } while (netlink.advance());
            return false;
        }
    }

    private static int indexOf(InetAddress local, Netlink netlink) {
        byte[] wanted = local.getAddress();
        boolean anyLoopback = local.isLoopbackAddress();
        netlink.begin(GET_ADDRESS, Netlink.REQUEST | Netlink.DUMP, ADDRESS_BODY);
        netlink.ask();
        int found = 0;
        do {
            byte[] address = netlink.attribute(ADDRESS_BODY, LOCAL_ADDRESS);
            if (address == null) {
                address = netlink.attribute(ADDRESS_BODY, PREFIX_ADDRESS);
            }
            if (Arrays.equals(address, wanted) || (anyLoopback && isLoopback(address))) {
                found = netlink.intAt(ADDRESS_INTERFACE);
            }
        } while (netlink.advance());
        return found;
    }

    /** All of 127/8 is local, but only 127.0.0.1 is configured. */
    private static boolean isLoopback(byte[] address) {
        return address != null && address.length == 4 && address[0] == 127;
    }

    private static Link link(int index, Netlink netlink) {
        MemorySegment question = netlink.begin(GET_LINK, Netlink.REQUEST, LINK_BODY);
        question.set(JAVA_INT, Netlink.BODY + LINK_INDEX, index);
        netlink.ask();
        return link(netlink);
    }

    /** Reads what was answered. */
    private static Link link(Netlink netlink) {
        int type = netlink.shortAt(HARDWARE_TYPE);
        return new Link(
                text(netlink.attribute(LINK_BODY, LINK_NAME)),
                netlink.intAt(LINK_INDEX),
                Netlink.mac(netlink.attribute(LINK_BODY, LINK_MAC), 0),
                netlink.intAttribute(LINK_BODY, LINK_MTU),
                type == ETHERNET_TYPE || type == LOOPBACK_TYPE,
                (netlink.intAt(LINK_FLAGS) & LOOPBACK) != 0);
    }

    private static String text(byte[] terminated) {
        return terminated == null
                ? "?"
                : new String(terminated, 0, terminated.length - 1, StandardCharsets.US_ASCII);
    }
}
