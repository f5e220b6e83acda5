package org.urdma4j.transport.port.udp;

import io.netty.channel.EventLoop;

import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.transport.port.pipeline.LinkMtu;
import org.urdma4j.transport.shard.ShardNumber;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.VerbsException;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All sockets of an event loop: for each address one that peers send to, and those only to send
 * from. The first loop's first way begins at that one. Those of the others have it only for packets
 * that are answered where they come from: all their ways begin at sockets of their own, so that
 * networks and peers tell the loops' packets apart by their source ports.
 */
final class UdpSocketBindings {
    private final List<InetAddress> addresses;
    private final int entropies;

    /** Sockets of each address. */
    private final int sockets;

    private final List<LinkMtu> links;

    /** By address, of each all its ports. */
    private final List<UdpSocketBinding> bindings = new ArrayList<>();

    /**
     * Opens them, which aren't bound yet.
     *
     * @param number which of the device's loops has them
     */
    UdpSocketBindings(UdpPortConfig config, UdpTransport transport, ShardNumber number) {
        addresses = config.addresses();
        entropies = config.entropies();
        sockets = number.index() == 0 ? entropies : entropies + 1;
        links = addresses.stream().map(LinkMtu::of).toList();
        try {
            for (int i = 0; i < addresses.size() * sockets; i++) {
                int entropy = i % sockets;
                bindings.add(
                        new UdpSocketBinding(
                                config, transport, i / sockets, entropy, sharing(number, entropy)));
            }
        } catch (RuntimeException e) {
            abandon();
            throw e;
        }
    }

    private static UdpSocketBinding.Sharing sharing(ShardNumber number, int entropy) {
        if (number.count() == 1 || entropy > 0) {
            return UdpSocketBinding.Sharing.ALONE;
        }
        return number.index() == 0
                ? UdpSocketBinding.Sharing.FIRST
                : UdpSocketBinding.Sharing.FURTHER;
    }

    void bind(EventLoop loop, Optional<SocketReading> reading) {
        bindings.forEach(binding -> binding.bind(loop, reading));
    }

    List<UdpSocketBinding> all() {
        return bindings;
    }

    /** Returns the first, which is always there. */
    UdpSocketBinding first() {
        return bindings.getFirst();
    }

    /** Returns the socket that peers send to at an address. */
    UdpSocketBinding received(int gidIndex) {
        return bindings.get(gidIndex * sockets);
    }

    /**
     * Has the kernel give packets to the loops of a device by their queue pairs.
     *
     * @param loops all of which have bound theirs
     * @throws KernelRefusal if it can't
     */
    void steer(int loops) {
        for (int i = 0; i < addresses.size(); i++) {
            received(i).steer(loops);
        }
    }

    /**
     * Returns the socket of a way.
     *
     * @throws VerbsException with {@link Errno#EINVAL} if there are fewer source ports
     */
    UdpSocketBinding binding(int gidIndex, int entropy) {
        if (entropy < 0 || entropy >= entropies) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "this port sends from %d UDP ports of an address, none has number %d"
                            .formatted(entropies, entropy));
        }
        return bindings.get((gidIndex + 1) * sockets - entropies + entropy);
    }

    List<GidEntry> gids() {
        List<GidEntry> gids = new ArrayList<>();
        for (int i = 0; i < addresses.size(); i++) {
            Gid gid = Gid.of(addresses.get(i));
            gids.add(new GidEntry(gid, i, 1, GidType.ROCE_V2, links.get(i).interfaceIndex()));
        }
        return gids;
    }

    /** Returns whether all tell which packets a queue has marked; once they are bound. */
    boolean seeMarks() {
        return bindings.stream().allMatch(UdpSocketBinding::seesMarks);
    }

    boolean allIpv4() {
        return addresses.stream().allMatch(Inet4Address.class::isInstance);
    }

    /** Returns the interface with the smallest MTU. */
    LinkMtu narrowest() {
        LinkMtu narrowest = links.getFirst();
        for (LinkMtu link : links) {
            narrowest = link.bytes() < narrowest.bytes() ? link : narrowest;
        }
        return narrowest;
    }

    /** Returns the most bytes that a datagram may have whichever way it goes. */
    int datagramBytes() {
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < addresses.size(); i++) {
            boolean ipv4 = addresses.get(i) instanceof Inet4Address;
            least = Math.min(least, links.get(i).datagram(ipv4));
        }
        return least;
    }

    /** Ends those that no event loop has. */
    void abandon() {
        bindings.forEach(UdpSocketBinding::abandon);
    }

    /** Closes all, on the event loop. */
    void close() {
        bindings.forEach(UdpSocketBinding::close);
    }
}
