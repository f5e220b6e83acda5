package org.urdma4j.transport.port.frame;

import org.urdma4j.transport.port.linux.Link;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * Link-local GIDs, which an interface has by its MAC address alone: the prefix fe80::/64 and the
 * modified EUI-64 of the MAC address (RFC 4291, appendix A). A peer's MAC address is read out of
 * its GID, so nobody is asked for it.
 */
public final class LinkLocal {
    /** What {@link #mac} returns for a GID that names no MAC address. */
    public static final long UNKNOWN = NextHop.UNKNOWN;

    private static final long PREFIX = 0xfe80L << 48;

    /** Says that an interface's number is universally administered; inverted in the identifier. */
    private static final long UNIVERSAL = 0x0200_0000_0000_0000L;

    private static final long MIDDLE = 0xff_fe00_0000L;
    private static final long MIDDLE_MASK = 0xff_ff00_0000L;
    private static final long LOWER_MASK = 0xff_ffff;

    private LinkLocal() {}

    /** Returns the GID of an interface with a MAC address of 48 bits. */
    public static Gid of(long mac) {
        long upper = mac >>> 24 << 40;
        return new Gid(PREFIX, (upper | MIDDLE | (mac & LOWER_MASK)) ^ UNIVERSAL);
    }

    /** Returns the MAC address that a GID names, or {@link #UNKNOWN} if it names none. */
    public static long mac(Gid gid) {
        long id = gid.interfaceId();
        if (gid.subnetPrefix() != PREFIX || (id & MIDDLE_MASK) != MIDDLE) {
            return UNKNOWN;
        }
        return ((id ^ UNIVERSAL) >>> 40 << 24) | (id & LOWER_MASK);
    }

    /**
     * Returns the GID table of an interface with one address, in Linux's order: the link-local GID
     * first, then the address, each for RoCEv1 and for RoCEv2. An interface without a MAC address
     * has no link-local GID, and an address that is link-local itself stands for it.
     */
    static List<GidEntry> table(Link link, Gid address) {
        List<GidEntry> table = new ArrayList<>();
        if (link.mac() != 0 && !address.isLinkLocal()) {
            add(table, of(link.mac()), link);
        }
        add(table, address, link);
        return List.copyOf(table);
    }

    /** Returns the addresses of a port on an interface: its own, and behind it the link-local. */
    public static List<InetAddress> addresses(Link link, InetAddress local) {
        if (link.mac() == 0 || local.isLinkLocalAddress()) {
            return List.of(local);
        }
        try {
            byte[] gid = of(link.mac()).bytes();
            return List.of(local, Inet6Address.getByAddress(null, gid, link.index()));
        } catch (UnknownHostException e) {
            throw new AssertionError("a GID has the length of an IPv6 address", e);
        }
    }

    private static void add(List<GidEntry> table, Gid gid, Link link) {
        for (GidType type : List.of(GidType.ROCE_V1, GidType.ROCE_V2)) {
            table.add(new GidEntry(gid, table.size(), 1, type, link.index()));
        }
    }
}
