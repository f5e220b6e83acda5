package org.urdma4j.measure.verbs;

import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.transport.provider.Ports;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;
import java.util.function.UnaryOperator;

/** What carries the packets of an end. Any thread may call. */
public interface Backend {
    /**
     * Opens a port.
     *
     * @param udpPort of both ends
     * @param dscp differentiated services code point, 0 to 63
     * @param socketBufferBytes what the kernel is asked for, 0 for the usual
     * @throws VerbsException if it can't be opened
     */
    NetworkPort open(InetAddress local, int udpPort, int dscp, int socketBufferBytes);

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
        return (local, udpPort, dscp, socketBufferBytes) -> {
            UdpPortConfig.Builder config = UdpPortConfig.builder(local).port(udpPort).dscp(dscp);
            if (socketBufferBytes > 0) {
                config.bufferBytes(socketBufferBytes);
            }
            return UdpPort.open(change.apply(config.build()));
        };
    }

    /**
     * A backend by its name.
     *
     * @param name as in {@link ContextAttr#backend}
     * @param type what connections speak
     * @param flowControl what a port has to do with pauses, where the backend can
     */
    static Backend of(String name, GidType type, FlowControl flowControl) {
        return new Backend() {
            @Override
            public NetworkPort open(
                    InetAddress local, int udpPort, int dscp, int socketBufferBytes) {
                ContextAttr.Builder attr =
                        ContextAttr.builder()
                                .backend(name)
                                .gidType(type)
                                .udpPort(udpPort)
                                .dscp(dscp);
                if (socketBufferBytes > 0) {
                    attr.socketBufferBytes(socketBufferBytes);
                }
                return Ports.open(local, attr.build(), flowControl);
            }

            @Override
            public int networkHeaders(boolean ipv4) {
                return type == GidType.ROCE_V1 ? Grh.LENGTH : Backend.super.networkHeaders(ipv4);
            }
        };
    }
}
