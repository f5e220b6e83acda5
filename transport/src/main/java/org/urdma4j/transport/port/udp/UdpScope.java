package org.urdma4j.transport.port.udp;

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;

import org.urdma4j.transport.port.pipeline.LinkMtu;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GlobalRoute;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;

/** How far packets to multicast groups go, and by which interface. */
final class UdpScope {
    // linux/in.h and linux/in6.h
    private static final int IPPROTO_IP = 0;
    private static final int IPPROTO_IPV6 = 41;
    private static final IntegerUnixChannelOption TTL_V4 =
            new IntegerUnixChannelOption("IP_MULTICAST_TTL", IPPROTO_IP, 33);
    private static final IntegerUnixChannelOption HOPS_V6 =
            new IntegerUnixChannelOption("IPV6_MULTICAST_HOPS", IPPROTO_IPV6, 18);
    private static final IntegerUnixChannelOption INTERFACE_V6 =
            new IntegerUnixChannelOption("IPV6_MULTICAST_IF", IPPROTO_IPV6, 17);
    private static final IntegerUnixChannelOption ALL_V4 =
            new IntegerUnixChannelOption("IP_MULTICAST_ALL", IPPROTO_IP, 49);
    private static final IntegerUnixChannelOption ALL_V6 =
            new IntegerUnixChannelOption("IPV6_MULTICAST_ALL", IPPROTO_IPV6, 29);

    private UdpScope() {}

    /** Returns a group's address; of one that counts on one link or host only, that of ours. */
    static InetAddress scoped(Gid group, InetAddress local) {
        InetAddress address = group.toInetAddress();
        boolean near = address.isMCLinkLocal() || address.isMCNodeLocal();
        if (!near || !(address instanceof Inet6Address)) {
            return address;
        }
        try {
            int index = LinkMtu.of(local).interfaceIndex();
            return Inet6Address.getByAddress(null, address.getAddress(), index);
        } catch (UnknownHostException e) {
            throw new AssertionError("an IPv6 address has 16 bytes", e);
        }
    }

    /** Returns the interface of an address, null if it has none any more. */
    static NetworkInterface interfaceOf(InetAddress local) {
        try {
            return NetworkInterface.getByIndex(LinkMtu.of(local).interfaceIndex());
        } catch (SocketException _) {
            return null;
        }
    }

    /**
     * Has packets to groups leave by the interface of the socket's address, and go as far as
     * others. Over IPv4 the kernel finds the interface by the source address itself.
     */
    static void sendGroupsBy(DatagramChannel channel, InetAddress local) {
        boolean ipv6 = local instanceof Inet6Address;
        if (channel instanceof NioDatagramChannel) {
            set(
                    channel,
                    NioChannelOption.of(StandardSocketOptions.IP_MULTICAST_TTL),
                    GlobalRoute.DEFAULT_HOP_LIMIT);
            NetworkInterface by = interfaceOf(local);
            if (by != null) {
                set(channel, NioChannelOption.of(StandardSocketOptions.IP_MULTICAST_IF), by);
            }
            return;
        }
        set(channel, ipv6 ? HOPS_V6 : TTL_V4, GlobalRoute.DEFAULT_HOP_LIMIT);
        if (ipv6) {
            set(channel, INTERFACE_V6, LinkMtu.of(local).interfaceIndex());
        }
    }

    /**
     * Lets other devices have the group and port as well, and keeps away what comes to the group on
     * interfaces where others alone have joined, which the JDK does by itself.
     */
    static void forGroup(DatagramChannel channel, SocketProtocolFamily family) {
        UdpTransport.set(channel, ChannelOption.SO_REUSEADDR, true);
        if (!(channel instanceof NioDatagramChannel)) {
            set(channel, family == SocketProtocolFamily.INET6 ? ALL_V6 : ALL_V4, 0);
        }
    }

    /** Sets what a system may do without. */
    private static <T> void set(DatagramChannel channel, ChannelOption<T> option, T value) {
        try {
            UdpTransport.set(channel, option, value);
        } catch (ChannelException _) {
            // groups are as near, or as far, as they were
        }
    }
}
