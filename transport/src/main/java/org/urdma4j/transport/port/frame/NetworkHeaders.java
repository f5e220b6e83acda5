package org.urdma4j.transport.port.frame;

import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;

import java.nio.ByteBuffer;

/** What is done to network headers alike, whichever encapsulation they are of. */
final class NetworkHeaders {
    /** The longest: IPv6 and UDP. */
    static final int LONGEST = Ipv6.LENGTH + Udp.LENGTH;

    /** ECN of a packet that met a queue (RFC 3168). */
    static final int CONGESTION_EXPERIENCED = 3;

    private static final int ECN_CAPABLE = 2;
    private static final int ECN_MASK = 3;

    private NetworkHeaders() {}

    static int length(Encapsulation kind) {
        return switch (kind) {
            case ROCE_V1 -> Grh.LENGTH;
            case ROCE_V2_IPV4 -> Ipv4.LENGTH + Udp.LENGTH;
            case ROCE_V2_IPV6 -> Ipv6.LENGTH + Udp.LENGTH;
        };
    }

    /** Returns the congestion bits, as {@link Ipv4#ecn} has them. */
    static int ecn(ByteBuffer b, int at, Encapsulation kind) {
        return kind == Encapsulation.ROCE_V2_IPV4
                ? Ipv4.ecn(b, at)
                : Grh.trafficClass(b, at) & ECN_MASK;
    }

    /** Writes ECT(0) where nothing is said of congestion marks; a checksum isn't made anew. */
    static void allowMarks(ByteBuffer b, int at, Encapsulation kind) {
        if (ecn(b, at, kind) != 0) {
            return;
        }
        if (kind == Encapsulation.ROCE_V2_IPV4) {
            Ipv4.setTos(b, at, Ipv4.tos(b, at) | ECN_CAPABLE);
        } else {
            Grh.setTrafficClass(b, at, Grh.trafficClass(b, at) | ECN_CAPABLE);
        }
    }

    /**
     * Writes the lengths that so many bytes of transport call for, and of IPv4 the identification
     * and the checksum.
     *
     * @param transportBytes from BTH to ICRC
     */
    static void finish(
            ByteBuffer b, int at, Encapsulation kind, int transportBytes, int identification) {
        switch (kind) {
            case ROCE_V1 -> Grh.setPayloadLength(b, at, transportBytes);
            case ROCE_V2_IPV4 -> {
                int datagram = Udp.LENGTH + transportBytes;
                Ipv4.setTotalLength(b, at, Ipv4.LENGTH + datagram);
                Ipv4.setIdentification(b, at, identification);
                Ipv4.setChecksum(b, at);
                Udp.setLength(b, at + Ipv4.LENGTH, datagram);
            }
            case ROCE_V2_IPV6 -> {
                int datagram = Udp.LENGTH + transportBytes;
                Ipv6.setPayloadLength(b, at, datagram);
                Udp.setLength(b, at + Ipv6.LENGTH, datagram);
            }
        }
    }
}
