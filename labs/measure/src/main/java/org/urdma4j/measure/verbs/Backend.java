package org.urdma4j.measure.verbs;

import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.ProtectionMaker;
import org.urdma4j.transport.port.udp.UdpOffload;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.transport.provider.PortExtras;
import org.urdma4j.transport.provider.Ports;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What carries the packets of an end. Any thread may call. */
public interface Backend {
    /**
     * Opens a port.
     *
     * @param udpPort of both ends, or of the peer if this end has its own
     * @param dscp differentiated services code point, 0 to 63
     * @param socketBufferBytes what the kernel is asked for, 0 for the usual
     * @param more further addresses of this machine's
     * @param entropies source ports of each address, 1 or more
     * @param keys where peers come in to agree on keys, if packets are sealed
     * @throws VerbsException if it can't be opened, or the backend has one address alone
     */
    NetworkPort open(
            InetAddress local,
            int udpPort,
            int dscp,
            int socketBufferBytes,
            List<InetAddress> more,
            int entropies,
            KeyListener keys);

    /**
     * Opens the device of an address, where it is another provider's and nothing of a port is ours.
     *
     * @throws VerbsException if it can't be opened
     */
    default Optional<Context> openDevice(InetAddress local) {
        return Optional.empty();
    }

    /** Returns whether devices are another provider's, which speak standard RoCE alone. */
    default boolean isForeign() {
        return false;
    }

    /**
     * Devices of another provider.
     *
     * @param devices opens that of an address
     */
    static Backend foreign(Function<InetAddress, Context> devices) {
        return new Backend() {
            @Override
            public Optional<Context> openDevice(InetAddress local) {
                return Optional.of(devices.apply(local));
            }

            @Override
            public boolean isForeign() {
                return true;
            }

            @Override
            public NetworkPort open(
                    InetAddress local,
                    int udpPort,
                    int dscp,
                    int socketBufferBytes,
                    List<InetAddress> more,
                    int entropies,
                    KeyListener keys) {
                throw new IllegalStateException("a device of another provider has no port of ours");
            }
        };
    }

    /**
     * Returns the entry of a device's GID table that has an address, over RoCEv2.
     *
     * @throws VerbsException with EADDRNOTAVAIL if there is none
     */
    static GidEntry entry(Context context, InetAddress local) {
        Gid gid = Gid.of(local);
        return context.queryGidTable().stream()
                .filter(entry -> entry.gidType() == GidType.ROCE_V2 && entry.gid().equals(gid))
                .findFirst()
                .orElseThrow(() ->
                        new VerbsException(
                                Errno.EADDRNOTAVAIL,
                                "%s has no GID of RoCEv2 with the address %s"
                                        .formatted(
                                                context.device().name(), local.getHostAddress())));
    }

    /** Returns the bytes of a packet on the link before its BTH, from the network header on. */
    default int networkHeaders(boolean ipv4) {
        return (ipv4 ? Ipv4.LENGTH : Ipv6.LENGTH) + Udp.LENGTH;
    }

    /**
     * RoCEv2 through a UDP socket that is opened in another way than {@link #of} would.
     *
     * @param change given what a port would be opened with, returns what to open it with
     */
    static Backend udp(UnaryOperator<UdpPortConfig> change) {
        return new Backend() {
            @Override
            public NetworkPort open(
                    InetAddress local,
                    int udpPort,
                    int dscp,
                    int socketBufferBytes,
                    List<InetAddress> more,
                    int entropies,
                    KeyListener keys) {
                UdpPortConfig.Builder config =
                        UdpPortConfig.builder(local)
                                .port(udpPort)
                                .dscp(dscp)
                                .withAddresses(more)
                                .withEntropies(entropies);
                if (socketBufferBytes > 0) {
                    config.bufferBytes(socketBufferBytes);
                }
                return UdpPort.open(change.apply(config.build()));
            }
        };
    }

    /** Returns whether this end has another UDP port than its peer. */
    default boolean hasOwnPort() {
        return false;
    }

    /** Returns the offloads that this end does without though it might have them. */
    default Set<UdpOffload> without() {
        return Set.of();
    }

    default boolean seals() {
        return false;
    }

    /** Returns whether sealed packets are all as long as the longest. */
    default boolean pads() {
        return false;
    }

    /**
     * A backend by its name.
     *
     * @param name as in {@link ContextAttr#backend}
     * @param type what connections speak
     * @param flowControl what a port has to do with pauses, where the backend can
     * @param protection makes what agrees on keys for one port, over the TCP port of the same
     *     number; empty for packets in the clear
     */
    static Backend of(
            String name,
            GidType type,
            FlowControl flowControl,
            Optional<ProtectionMaker> protection) {
        return of(name, type, flowControl, protection, false);
    }

    /**
     * As the other one.
     *
     * @param padded whether sealed packets are all as long as the longest
     */
    static Backend of(
            String name,
            GidType type,
            FlowControl flowControl,
            Optional<ProtectionMaker> protection,
            boolean padded) {
        ContextAttr attr = ContextAttr.builder().backend(name).gidType(type).build();
        return of(attr, flowControl, protection, padded, OptionalInt.empty(), Set.of());
    }

    /**
     * As the other one.
     *
     * @param common what devices are opened with, apart from what {@link #open} says
     * @param ownPort UDP port of this end, 0 for one that the system chooses; nothing for that of
     *     the peer
     * @param without offloads that aren't used, of the udp backend
     */
    static Backend of(
            ContextAttr common,
            FlowControl flowControl,
            Optional<ProtectionMaker> protection,
            boolean padded,
            OptionalInt ownPort,
            Set<UdpOffload> without) {
        return new Backend() {
            @Override
            public Set<UdpOffload> without() {
                return without;
            }

            @Override
            public boolean hasOwnPort() {
                return ownPort.isPresent();
            }

            @Override
            public boolean pads() {
                return padded;
            }

            @Override
            public boolean seals() {
                return protection.isPresent();
            }

            @Override
            public NetworkPort open(
                    InetAddress local,
                    int udpPort,
                    int dscp,
                    int socketBufferBytes,
                    List<InetAddress> more,
                    int entropies,
                    KeyListener keys) {
                ContextAttr.Builder attr =
                        common.toBuilder()
                                .udpPort(ownPort.orElse(udpPort))
                                .peerUdpPort(udpPort)
                                .dscp(dscp);
                if (socketBufferBytes > 0) {
                    attr.socketBufferBytes(socketBufferBytes);
                }
                PortExtras extras =
                        PortExtras.NONE
                                .with(flowControl)
                                .withAddresses(more, entropies)
                                .without(without)
                                .withProtection(protection.map(maker -> maker.of(udpPort, keys)));
                return Ports.open(local, attr.build(), extras);
            }

            @Override
            public int networkHeaders(boolean ipv4) {
                return common.gidType() == GidType.ROCE_V1
                        ? Grh.LENGTH
                        : Backend.super.networkHeaders(ipv4);
            }
        };
    }
}
