package org.urdma4j.transport.port.frame;

import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.transport.port.linux.Link;
import org.urdma4j.transport.port.linux.NextHopQuery;
import org.urdma4j.transport.port.linux.Nudge;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Finds the next hops of peers and keeps the last ones. Thread-safe. */
public final class NextHops implements AutoCloseable {
    private static final int MOST = 4096;

    private static final long IPV4_GROUPS = 0x0100_5e00_0000L;
    private static final long IPV4_GROUP_BITS = 0x7f_ffffL;
    private static final long IPV6_GROUPS = 0x3333_0000_0000L;
    private static final long IPV6_GROUP_BITS = 0xffff_ffffL;

    private static final NextHop LOOPBACK = () -> 0;

    private static final NextHop LOCAL =
            new NextHop() {
                @Override
                public long mac() {
                    return 0;
                }

                @Override
                public boolean isLocal() {
                    return true;
                }
            };

    private final Link link;
    private final InetAddress local;
    private final Nudge nudge;
    private final LongSupplier clock;
    private final NextHopQuery query = new NextHopQuery();
    private final Map<Gid, NextHop> hops =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Gid, NextHop> eldest) {
                    return size() > MOST;
                }
            };

    public NextHops(Link link, InetAddress local, LongSupplier clock) {
        this.link = link;
        this.local = local;
        this.nudge = new Nudge(local);
        this.clock = clock;
    }

    /**
     * Returns the next hop to a peer.
     *
     * @throws VerbsException if there is no way there from our address and interface
     */
    public synchronized NextHop to(Gid peer) {
        NextHop known = hops.get(peer);
        if (known == null && peer.isMulticast()) {
            long mac = groupMac(peer);
            known = () -> mac;
            hops.put(peer, known);
        } else if (known == null) {
            known = isOnLink(peer) ? onLink(peer) : find(peer.toInetAddress());
            hops.put(peer, known);
        }
        return known;
    }

    /**
     * Returns the MAC address of a multicast group: of an IPv4 address by its lower 23 bits (RFC
     * 1112), of another GID, of RoCEv1 too, by its lower 32 (RFC 2464).
     */
    public static long groupMac(Gid group) {
        return group.isIpv4Mapped()
                ? IPV4_GROUPS | (group.interfaceId() & IPV4_GROUP_BITS)
                : IPV6_GROUPS | (group.interfaceId() & IPV6_GROUP_BITS);
    }

    /** Whether a GID itself says where its packets go. */
    private boolean isOnLink(Gid peer) {
        return LinkLocal.mac(peer) != LinkLocal.UNKNOWN && !link.isLoopback();
    }

    private NextHop onLink(Gid peer) {
        long mac = LinkLocal.mac(peer);
        return mac == link.mac() ? LOCAL : () -> mac;
    }

    private NextHop find(InetAddress peer) {
        NextHopQuery.Hop hop;
        try {
            hop = query.hop(local, peer);
        } catch (KernelRefusal e) {
            throw new VerbsException(
                    Errno.ENETUNREACH,
                    "%s has no route to %s: see 'ip route get %s'"
                            .formatted(
                                    local.getHostAddress(),
                                    peer.getHostAddress(),
                                    peer.getHostAddress()),
                    e);
        }
        if (hop.isLocal() && !link.isLoopback()) {
            return LOCAL;
        }
        if (hop.interfaceIndex() != link.index()) {
            throw new VerbsException(
                    Errno.ENETUNREACH,
                    "%s isn't reached through %s, but through interface %d: open a device there"
                            .formatted(peer.getHostAddress(), link.name(), hop.interfaceIndex()));
        }
        if (link.isLoopback()) {
            return LOOPBACK;
        }
        return new Neighbour(
                () -> query.mac(hop), () -> nudge.towards(hop.address()), clock.getAsLong());
    }

    @Override
    public void close() {
        query.close();
        nudge.close();
    }
}
