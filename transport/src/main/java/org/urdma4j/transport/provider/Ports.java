package org.urdma4j.transport.provider;

import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.pcap.PcapPort;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.port.pipeline.PortOptions;
import org.urdma4j.transport.port.raw.RawPort;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.GidType;
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
     *     do what is asked for; else as {@link UdpPort#open}, {@link RawPort#open} and {@link
     *     PcapPort#open} say
     */
    public static NetworkPort open(InetAddress local, ContextAttr attr) {
        return open(local, attr, Optional.empty(), Optional.empty());
    }

    /**
     * Opens a port that has something to do with pauses.
     *
     * @param flowControl other than {@link FlowControl#DEFAULT} only for the raw backend
     * @throws VerbsException as {@link #open(InetAddress, ContextAttr)}
     */
    public static NetworkPort open(InetAddress local, ContextAttr attr, FlowControl flowControl) {
        if (flowControl.equals(FlowControl.DEFAULT)) {
            return open(local, attr);
        }
        if (!attr.backend().equals("raw")) {
            throw new VerbsException(
                    Errno.EINVAL, "pauses are for whole frames: use the raw backend");
        }
        return RawPort.open(frames(local, attr, flowControl, Optional.empty(), Optional.empty()));
    }

    /**
     * Opens a port on a path that impairs.
     *
     * @param inbound what befalls packets that arrive
     * @param outbound what befalls packets that leave
     * @throws VerbsException as {@link #open(InetAddress, ContextAttr)}
     */
    public static NetworkPort open(
            InetAddress local,
            ContextAttr attr,
            Optional<InboundStage> inbound,
            Optional<OutboundStage> outbound) {
        return switch (attr.backend()) {
            case "udp" -> udp(local, attr, inbound, outbound);
            case "raw" -> RawPort.open(frames(local, attr, FlowControl.DEFAULT, inbound, outbound));
            case "pcap" ->
                    PcapPort.open(frames(local, attr, FlowControl.DEFAULT, inbound, outbound));
            default ->
                    throw new VerbsException(
                            Errno.EINVAL,
                            "backends are udp, raw and pcap, not \"%s\"".formatted(attr.backend()));
        };
    }

    private static UdpPort udp(
            InetAddress local,
            ContextAttr attr,
            Optional<InboundStage> inbound,
            Optional<OutboundStage> outbound) {
        if (attr.gidType() != GidType.ROCE_V2) {
            throw new VerbsException(
                    Errno.EINVAL, "a UDP socket carries RoCEv2 alone: use the raw backend");
        }
        UdpPortConfig.Builder config = UdpPortConfig.builder(local).port(attr.udpPort());
        set(config, attr, inbound, outbound);
        return UdpPort.open(config.build());
    }

    private static FramePortConfig frames(
            InetAddress local,
            ContextAttr attr,
            FlowControl flowControl,
            Optional<InboundStage> inbound,
            Optional<OutboundStage> outbound) {
        if (attr.udpPort() != Udp.ROCE_PORT) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "the %s backend speaks on UDP port %d alone, not on %d"
                            .formatted(attr.backend(), Udp.ROCE_PORT, attr.udpPort()));
        }
        FramePortConfig.Builder config =
                FramePortConfig.builder(local).gidType(attr.gidType()).flowControl(flowControl);
        set(config, attr, inbound, outbound);
        return config.build();
    }

    private static void set(
            PortOptions.Builder<?> options,
            ContextAttr attr,
            Optional<InboundStage> inbound,
            Optional<OutboundStage> outbound) {
        options.bufferBytes(attr.socketBufferBytes());
        options.dscp(attr.dscp());
        inbound.ifPresent(options::inbound);
        outbound.ifPresent(options::outbound);
    }
}
