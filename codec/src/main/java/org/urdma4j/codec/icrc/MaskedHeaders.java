package org.urdma4j.codec.icrc;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32;

/**
 * Scratch memory for the headers that the ICRC sees otherwise than the wire, and the CRC over them
 * and the unchanged rest of the packet. In front stand eight bytes of ones for the link header.
 */
final class MaskedHeaders {
    /** Where the network header is. */
    static final int NETWORK = 8;

    /** Where the BTH is behind a GRH. */
    static final int GRH_END = NETWORK + Grh.LENGTH;

    /** Where the UDP header is behind an IPv4 header, and where the BTH is behind both. */
    static final int IPV4_UDP = NETWORK + Ipv4.LENGTH;

    static final int IPV4_END = IPV4_UDP + Udp.LENGTH;

    /** Where the UDP header is behind an IPv6 header, and where the BTH is behind both. */
    static final int IPV6_UDP = NETWORK + Ipv6.LENGTH;

    static final int IPV6_END = IPV6_UDP + Udp.LENGTH;

    private final byte[] bytes = new byte[IPV6_END + Bth.LENGTH];
    private final ByteBuffer view = ByteBuffer.wrap(bytes);
    private final CRC32 crc = new CRC32();

    MaskedHeaders() {
        Arrays.fill(bytes, 0, NETWORK, (byte) -1);
    }

    /** Returns the headers, to be written in place. */
    ByteBuffer view() {
        return view;
    }

    void copyGrh(ByteBuffer packet, int at) {
        packet.get(at, bytes, NETWORK, Grh.LENGTH);
        Grh.maskVariantFields(view, NETWORK);
    }

    void copyIpv4(ByteBuffer packet, int at) {
        packet.get(at, bytes, NETWORK, Ipv4.LENGTH + Udp.LENGTH);
        maskIpv4();
    }

    void copyIpv6(ByteBuffer packet, int at) {
        packet.get(at, bytes, NETWORK, Ipv6.LENGTH + Udp.LENGTH);
        maskIpv6();
    }

    void maskIpv4() {
        Ipv4.maskVariantFields(view, NETWORK);
        Udp.maskVariantFields(view, IPV4_UDP);
    }

    void maskIpv6() {
        Ipv6.maskVariantFields(view, NETWORK);
        Udp.maskVariantFields(view, IPV6_UDP);
    }

    /** Writes the length that a transport packet of this length and its ICRC call for. */
    void setGrhLength(int transportLength) {
        Grh.setPayloadLength(view, NETWORK, transportLength + Icrc.LENGTH);
    }

    void setIdentification(int identification) {
        Ipv4.setIdentification(view, NETWORK, identification);
    }

    /** Writes the lengths that a transport packet of this length and its ICRC call for. */
    void setIpv4Lengths(int transportLength) {
        int udpLength = Udp.LENGTH + transportLength + Icrc.LENGTH;
        Ipv4.setTotalLength(view, NETWORK, Ipv4.LENGTH + udpLength);
        Udp.setLength(view, IPV4_UDP, udpLength);
    }

    /** Writes the lengths that a transport packet of this length and its ICRC call for. */
    void setIpv6Lengths(int transportLength) {
        int udpLength = Udp.LENGTH + transportLength + Icrc.LENGTH;
        Ipv6.setPayloadLength(view, NETWORK, udpLength);
        Udp.setLength(view, IPV6_UDP, udpLength);
    }

    /**
     * Returns the CRC over the headers from index {@code start} to {@code end} and a transport
     * packet of {@code length} bytes at {@code at} of {@code packet}, whose position and limit are
     * the same afterwards.
     */
    int crc(int start, int end, ByteBuffer packet, int at, int length) {
        return crc(start, end, packet, at, length, null);
    }

    /** The same, where a part of the packet may be elsewhere; null for none. */
    int crc(int start, int end, ByteBuffer packet, int at, int length, OutlyingPart part) {
        Objects.checkFromIndexSize(at, length, packet.limit());
        packet.get(at, bytes, end, Bth.LENGTH);
        Bth.maskVariantFields(view, end);
        crc.reset();
        crc.update(bytes, start, end + Bth.LENGTH - start);
        int from = at + Bth.LENGTH;
        if (part != null) {
            update(packet, from, part.at());
            update(part.bytes(), part.from(), part.to());
            from = part.end();
        }
        update(packet, from, at + length);
        return (int) crc.getValue();
    }

    private void update(ByteBuffer packet, int from, int to) {
        int position = packet.position();
        int limit = packet.limit();
        packet.limit(to).position(from);
        crc.update(packet);
        packet.limit(limit).position(position);
    }
}
