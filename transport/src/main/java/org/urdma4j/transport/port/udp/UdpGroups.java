package org.urdma4j.transport.port.udp;

import io.netty.channel.socket.DatagramChannel;

import org.urdma4j.transport.port.RebuiltHeader;
import org.urdma4j.transport.shard.MulticastGroups;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The multicast groups of a port: each has a socket of its own, bound to the group and to the
 * device's UDP port, in the group on every interface that the device has an address of. The kernel
 * tells routers and switches of it, by IGMP or MLD. Confined to the event loop.
 */
final class UdpGroups implements MulticastGroups.Membership {
    private final List<InetAddress> addresses;
    private final RebuiltHeader header;
    private final Opener opener;
    private final Consumer<UdpSocketBinding> start;
    private final Map<Gid, UdpSocketBinding> sockets = new HashMap<>();

    /** Opens the socket of a group, which isn't bound yet. */
    @FunctionalInterface
    interface Opener {
        /**
         * Opens it.
         *
         * @param group with its scope
         * @param index what its packets have in place of the index of a GID
         */
        UdpSocketBinding open(InetAddress group, int index);
    }

    /**
     * Creates it without groups.
     *
     * @param addresses of the device
     * @param header is told of the groups
     * @param start binds a socket, what comes to which goes through its pipeline
     */
    UdpGroups(
            List<InetAddress> addresses,
            RebuiltHeader header,
            Opener opener,
            Consumer<UdpSocketBinding> start) {
        this.addresses = addresses;
        this.header = header;
        this.opener = opener;
        this.start = start;
    }

    @Override
    public void join(Gid group) {
        InetAddress first = first(group);
        InetAddress scoped = UdpScope.scoped(group, first);
        int index = header.add(group);
        UdpSocketBinding socket = null;
        try {
            socket = opener.open(scoped, index);
            start.accept(socket);
            for (NetworkInterface on : interfaces(first)) {
                join(socket.channel(), scoped, on);
            }
        } catch (RuntimeException e) {
            header.remove(index);
            if (socket != null) {
                socket.abandon();
                socket.close();
            }
            throw UdpPort.explain(scoped.getHostAddress(), e);
        }
        sockets.put(group, socket);
    }

    /** Returns the first address of the family of a group. */
    private InetAddress first(Gid group) {
        Class<?> family = group.toInetAddress().getClass();
        return addresses.stream()
                .filter(family::isInstance)
                .findFirst()
                .orElseThrow(() ->
                        new VerbsException(
                                Errno.ENETUNREACH,
                                "%s can't be joined from %s, which is of another family"
                                        .formatted(group, addresses.getFirst().getHostAddress())));
    }

    private Set<NetworkInterface> interfaces(InetAddress first) {
        Set<NetworkInterface> found = new LinkedHashSet<>();
        for (InetAddress address : addresses) {
            if (address.getClass().equals(first.getClass())) {
                NetworkInterface on = UdpScope.interfaceOf(address);
                if (on != null) {
                    found.add(on);
                }
            }
        }
        if (found.isEmpty()) {
            throw new VerbsException(
                    Errno.ENODEV, "no interface has the address " + first.getHostAddress());
        }
        return found;
    }

    private static void join(DatagramChannel channel, InetAddress group, NetworkInterface on) {
        var joined = channel.joinGroup(group, on, null).awaitUninterruptibly();
        if (!joined.isSuccess()) {
            throw new VerbsException(
                    Errno.EIO,
                    "%s can't be joined on %s: %s"
                            .formatted(
                                    group.getHostAddress(),
                                    on.getName(),
                                    joined.cause().getMessage()),
                    joined.cause());
        }
    }

    @Override
    public void leave(Gid group) {
        UdpSocketBinding socket = sockets.remove(group);
        header.remove(socket.gidIndex());
        socket.close();
    }

    /** Leaves all. */
    void close() {
        sockets.values().forEach(UdpSocketBinding::close);
        sockets.clear();
    }
}
