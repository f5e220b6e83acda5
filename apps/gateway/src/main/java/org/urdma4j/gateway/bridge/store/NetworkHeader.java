package org.urdma4j.gateway.bridge.store;

import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.net.Vlan;
import org.urdma4j.gateway.packet.Headers;

import java.nio.ByteBuffer;

/** IPv4 or IPv6 and UDP of frames that a gateway understands: without options, one tag at most. */
final class NetworkHeader {
    private static final long MAPPED = 0xffff_0000_0000L;
    private static final long WORD = 0xffff_ffffL;
    private static final int CONGESTION = 3;
    private static final int CAPABLE = 2;
    private static final int HOPS = 64;

    private NetworkHeader() {}

    static void addresses(ByteBuffer b, RoceFrame roce, int frameBytes, Headers headers) {
        int ip = roce.networkOffset();
        if (roce.encapsulation() == Encapsulation.ROCE_V2_IPV4) {
            headers.roce(
                    frameBytes,
                    0,
                    MAPPED | (Ipv4.source(b, ip) & WORD),
                    0,
                    MAPPED | (Ipv4.destination(b, ip) & WORD));
        } else {
            headers.roce(
                    frameBytes,
                    Ipv6.sourceHigh(b, ip),
                    Ipv6.sourceLow(b, ip),
                    Ipv6.destinationHigh(b, ip),
                    Ipv6.destinationLow(b, ip));
        }
    }

    /** Returns where the network header of the frame at {@code at} is. */
    private static int network(ByteBuffer b, int at) {
        boolean tagged = EtherType.isTag(Ethernet.etherType(b, at));
        return at + Ethernet.LENGTH + (tagged ? Vlan.LENGTH : 0);
    }

    private static boolean isIpv4(ByteBuffer b, int ip) {
        return Ipv4.version(b, ip) == Ipv4.VERSION;
    }

    /** Makes of headers that were seen those of packets to come: no congestion, and all to do. */
    static void prepare(ByteBuffer b, int at) {
        int ip = network(b, at);
        if (isIpv4(b, ip)) {
            int tos = Ipv4.tos(b, ip);
            if (Ipv4.ecn(b, ip) == CONGESTION) {
                Ipv4.setTos(b, ip, (tos & ~CONGESTION) | CAPABLE);
            }
        } else if ((Grh.trafficClass(b, ip) & CONGESTION) == CONGESTION) {
            Grh.setTrafficClass(b, ip, (Grh.trafficClass(b, ip) & ~CONGESTION) | CAPABLE);
        }
    }

    /** Turns the headers round. Ports stay: RoCE's is the destination of both ways. */
    static void reverse(ByteBuffer b, int at) {
        Ethernet.write(
                b,
                at,
                Ethernet.source(b, at),
                Ethernet.destination(b, at),
                Ethernet.etherType(b, at));
        int ip = network(b, at);
        if (isIpv4(b, ip)) {
            Ipv4.write(
                    b,
                    ip,
                    Ipv4.tos(b, ip),
                    Ipv4.LENGTH,
                    0,
                    Ipv4.DONT_FRAGMENT,
                    HOPS,
                    Ipv4.PROTOCOL_UDP,
                    Ipv4.destination(b, ip),
                    Ipv4.source(b, ip));
        } else {
            Ipv6.write(
                    b,
                    ip,
                    Ipv6.trafficClass(b, ip),
                    Ipv6.flowLabel(b, ip),
                    0,
                    Ipv4.PROTOCOL_UDP,
                    HOPS,
                    Ipv6.destinationHigh(b, ip),
                    Ipv6.destinationLow(b, ip),
                    Ipv6.sourceHigh(b, ip),
                    Ipv6.sourceLow(b, ip));
        }
    }

    /** Writes lengths, identification 0 and DF; the header's checksum of IPv4, too. */
    static void setLengths(ByteBuffer b, int at, int udp, int datagram) {
        int ip = network(b, at);
        Udp.setLength(b, udp, Udp.LENGTH + datagram);
        if (isIpv4(b, ip)) {
            Ipv4.write(
                    b,
                    ip,
                    Ipv4.tos(b, ip),
                    udp - ip + Udp.LENGTH + datagram,
                    0,
                    Ipv4.DONT_FRAGMENT,
                    Ipv4.timeToLive(b, ip),
                    Ipv4.PROTOCOL_UDP,
                    Ipv4.source(b, ip),
                    Ipv4.destination(b, ip));
        } else {
            Ipv6.setPayloadLength(b, ip, Udp.LENGTH + datagram);
        }
    }

    /** Writes UDP's checksum if packets of that way have one. */
    static void sum(ByteBuffer b, int at, int udp) {
        if (Udp.checksum(b, udp) == Udp.NO_CHECKSUM) {
            return;
        }
        int ip = network(b, at);
        Udp.setChecksum(
                b,
                udp,
                isIpv4(b, ip)
                        ? Udp.checksumOverIpv4(b, ip, udp)
                        : Udp.checksumOverIpv6(b, ip, udp));
    }
}
