package org.urdma4j.transport.provider;

import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.Protection;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.pcap.PcapPort;
import org.urdma4j.transport.port.pipeline.PortOptions;
import org.urdma4j.transport.port.raw.RawPort;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.IoTransport;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;
import java.util.Optional;

/** Opens ports by the names that {@link ContextAttr#backend} has for them. Any thread may call. */
public final class Ports {
    private Ports() {}

    /**
     * Opens a port.
     *
     * @throws VerbsException with {@link Errno#EINVAL} if there is no such backend, or if it can't
     *     do what is asked for, or if there are no usable keys; with {@link Errno#EOPNOTSUPP} if
     *     more than one event loop is and the backend, or something else asked for, has none or
     *     one; else as {@link UdpPort#open}, {@link RawPort#open} and {@link PcapPort#open} say
     */
    public static NetworkPort open(InetAddress local, ContextAttr attr) {
        return open(local, attr, PortExtras.NONE);
    }

    /**
     * Opens a port with more than an application usually says.
     *
     * @throws VerbsException as {@link #open(InetAddress, ContextAttr)}
     */
    public static NetworkPort open(InetAddress local, ContextAttr attr, PortExtras extras) {
        boolean pauses = !extras.flowControl().equals(FlowControl.DEFAULT);
        if (pauses && !attr.backend().equals("raw")) {
            throw new VerbsException(
                    Errno.EINVAL, "pauses are for whole frames: use the raw backend");
        }
        if (!extras.more().isEmpty() && !attr.backend().equals("udp")) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "a device of the %s backend has one address: several need the udp backend"
                            .formatted(attr.backend()));
        }
        return switch (attr.backend()) {
            case "udp" -> udp(local, attr, extras);
            case "raw" -> RawPort.open(frames(local, attr, extras));
            case "pcap" -> PcapPort.open(frames(local, attr, extras));
            default ->
                    throw new VerbsException(
                            Errno.EINVAL,
                            "backends are udp, raw and pcap, not \"%s\"".formatted(attr.backend()));
        };
    }

    private static UdpPort udp(InetAddress local, ContextAttr attr, PortExtras extras) {
        if (attr.gidType() != GidType.ROCE_V2) {
            throw new VerbsException(
                    Errno.EINVAL, "a UDP socket carries RoCEv2 alone: use the raw backend");
        }
        UdpPortConfig.Builder config =
                UdpPortConfig.builder(local).port(attr.udpPort()).peerPort(attr.peerUdpPort());
        config.withAddresses(extras.more())
                .withEntropies(extras.entropies())
                .without(extras.without())
                .ioTransport(attr.ioTransport());
        set(config, attr, extras);
        return UdpPort.open(config.build());
    }

    private static FramePortConfig frames(InetAddress local, ContextAttr attr, PortExtras extras) {
        if (attr.ioTransport() != IoTransport.EPOLL) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "%s is a way to UDP sockets: the %s backend has none"
                            .formatted(attr.ioTransport(), attr.backend()));
        }
        int other = attr.peerUdpPort() == 0 ? attr.udpPort() : attr.peerUdpPort();
        if (attr.udpPort() != Udp.ROCE_PORT || other != Udp.ROCE_PORT) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "the %s backend speaks on UDP port %d alone, not on %d"
                            .formatted(
                                    attr.backend(),
                                    Udp.ROCE_PORT,
                                    attr.udpPort() == Udp.ROCE_PORT ? other : attr.udpPort()));
        }
        FramePortConfig.Builder config =
                FramePortConfig.builder(local)
                        .gidType(attr.gidType())
                        .flowControl(extras.flowControl());
        set(config, attr, extras);
        return config.build();
    }

    private static void set(PortOptions.Builder<?> options, ContextAttr attr, PortExtras extras) {
        options.bufferBytes(attr.socketBufferBytes());
        options.dscp(attr.dscp());
        options.busyPoll(attr.busyPoll());
        options.eventLoops(attr.eventLoops());
        extras.inbound().ifPresent(options::inbound);
        extras.outbound().ifPresent(options::outbound);
        Optional<Protection> asked = attr.protection().map(how -> Protections.of(how, attr));
        extras.protection().or(() -> asked).ifPresent(options::withProtection);
    }
}
