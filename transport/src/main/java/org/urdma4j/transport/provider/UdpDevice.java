package org.urdma4j.transport.provider;

import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.raw.RawPort;
import org.urdma4j.transport.port.raw.RawPortConfig;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.NodeType;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;

/** The device of an address. */
record UdpDevice(String name, long guid, InetAddress address) implements Device {
    @Override
    public NodeType nodeType() {
        return NodeType.CA;
    }

    @Override
    public SoftContext open() {
        return open(ContextAttr.DEFAULT);
    }

    @Override
    public SoftContext open(ContextAttr attr) {
        NetworkPort port = port(attr);
        CmConfig cm = CmConfig.of(port.gids().getFirst().gid(), guid);
        return new SoftContext(this, port, cm, attr.payloadBytes());
    }

    private NetworkPort port(ContextAttr attr) {
        return switch (attr.backend()) {
            case "udp" -> udp(attr);
            case "raw" -> raw(attr);
            default ->
                    throw new VerbsException(
                            Errno.EINVAL,
                            "backends are udp and raw, not \"%s\"".formatted(attr.backend()));
        };
    }

    private UdpPort udp(ContextAttr attr) {
        if (attr.gidType() != GidType.ROCE_V2) {
            throw new VerbsException(
                    Errno.EINVAL, "a UDP socket carries RoCEv2 alone: use the raw backend");
        }
        return UdpPort.open(
                UdpPortConfig.builder(address)
                        .port(attr.udpPort())
                        .bufferBytes(attr.socketBufferBytes())
                        .dscp(attr.dscp())
                        .build());
    }

    private RawPort raw(ContextAttr attr) {
        if (attr.udpPort() != Udp.ROCE_PORT) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "the raw backend speaks on UDP port %d alone, not on %d"
                            .formatted(Udp.ROCE_PORT, attr.udpPort()));
        }
        return RawPort.open(
                RawPortConfig.builder(address)
                        .gidType(attr.gidType())
                        .bufferBytes(attr.socketBufferBytes())
                        .dscp(attr.dscp())
                        .build());
    }

    @Override
    public String toString() {
        return name;
    }
}
