package org.urdma4j.simulation.pcap;

import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.net.Vlan;
import org.urdma4j.simulation.link.Marks;

import java.nio.ByteBuffer;

/**
 * Makes an Ethernet frame of a transport packet. Where only the packet's headers are at hand, the
 * frame is cut off behind them, as a capture with a short snapshot length has it. Reuses one buffer
 * and allocates nothing per frame; not thread-safe.
 */
public final class FrameBuilder {
    private static final int MAX_IP_LENGTH = 0xffff;
    private static final int CONGESTION_EXPERIENCED = 3;

    private final FrameHeaders headers;
    private final int network;
    private final ByteBuffer frame;
    private final Icrc icrc = new Icrc();
    private int length;

    public FrameBuilder(FrameHeaders headers) {
        this.headers = headers;
        this.network =
                Ethernet.LENGTH
                        + (headers.priorityTag() == FrameHeaders.UNTAGGED ? 0 : Vlan.LENGTH);
        this.frame = ByteBuffer.allocate(network + Ipv6.LENGTH + MAX_IP_LENGTH);
    }

    /**
     * Makes the frame of a packet.
     *
     * @param marks what happened to it, bits of {@link Marks}: one that is marked with congestion
     *     says so in its IP header or GRH, one that is corrupted gets an ICRC that is wrong in
     *     every bit
     * @return the frame or its beginning, from 0 to the limit; valid until the next call
     * @throws IllegalArgumentException if the packet is too long for an IP packet
     */
    public ByteBuffer build(TransportPacket packet, int marks) {
        int trafficClass =
                (marks & Marks.CONGESTION_EXPERIENCED) == 0
                        ? headers.trafficClass()
                        : headers.trafficClass() | CONGESTION_EXPERIENCED;
        int datagram = packet.length() + Icrc.LENGTH;
        int at = writeHeaders(trafficClass, datagram);
        length = at + datagram;
        int present = Math.min(packet.length(), packet.buffer().limit() - packet.offset());
        frame.clear();
        frame.put(at, packet.buffer(), packet.offset(), present);
        if (present < packet.length()) {
            return frame.limit(at + present);
        }
        frame.limit(length);
        int crc = icrcUpTo(length - Icrc.LENGTH);
        Icrc.put(frame, length - Icrc.LENGTH, (marks & Marks.CORRUPTED) == 0 ? crc : ~crc);
        writeUdpChecksum();
        return frame;
    }

    /** Returns the bytes of every frame beyond BTH to pad, without frame check sequence. */
    public int headerBytes() {
        return network
                + Icrc.LENGTH
                + switch (headers.encapsulation()) {
                    case ROCE_V1 -> Grh.LENGTH;
                    case ROCE_V2_IPV4 -> Ipv4.LENGTH + Udp.LENGTH;
                    case ROCE_V2_IPV6 -> Ipv6.LENGTH + Udp.LENGTH;
                };
    }

    /** Returns the length of the whole frame built last, without frame check sequence. */
    public int length() {
        return length;
    }

    /** Returns where the transport packet goes. */
    private int writeHeaders(int trafficClass, int datagram) {
        return switch (headers.encapsulation()) {
            case ROCE_V1 -> {
                writeEthernet(EtherType.ROCE);
                writeIpv6(trafficClass, Grh.NEXT_HEADER_IBA, datagram);
                yield network + Grh.LENGTH;
            }
            case ROCE_V2_IPV4 -> {
                writeEthernet(EtherType.IPV4);
                writeIpv4(trafficClass, Udp.LENGTH + datagram);
                yield writeUdp(network + Ipv4.LENGTH, datagram);
            }
            case ROCE_V2_IPV6 -> {
                writeEthernet(EtherType.IPV6);
                writeIpv6(trafficClass, Ipv4.PROTOCOL_UDP, Udp.LENGTH + datagram);
                yield writeUdp(network + Ipv6.LENGTH, datagram);
            }
        };
    }

    private void writeEthernet(int etherType) {
        boolean tagged = headers.priorityTag() != FrameHeaders.UNTAGGED;
        Ethernet.write(
                frame,
                0,
                headers.destination().mac(),
                headers.source().mac(),
                tagged ? EtherType.VLAN : etherType);
        if (tagged) {
            Vlan.write(frame, Ethernet.LENGTH, headers.priorityTag(), false, 0, etherType);
        }
    }

    private void writeIpv4(int trafficClass, int payload) {
        Ipv4.write(
                frame,
                network,
                trafficClass,
                checked(Ipv4.LENGTH + payload),
                headers.identification(),
                Ipv4.DONT_FRAGMENT,
                headers.hopLimit(),
                Ipv4.PROTOCOL_UDP,
                headers.source().ipv4(),
                headers.destination().ipv4());
    }

    /** Writes an IPv6 header or a GRH, which are laid out alike. */
    private void writeIpv6(int trafficClass, int nextHeader, int payload) {
        Grh.write(
                frame,
                network,
                trafficClass,
                headers.flowLabel(),
                checked(payload),
                nextHeader,
                headers.hopLimit(),
                headers.source().gidHigh(),
                headers.source().gidLow(),
                headers.destination().gidHigh(),
                headers.destination().gidLow());
    }

    private int writeUdp(int at, int datagram) {
        Udp.write(
                frame,
                at,
                headers.udpSourcePort(),
                Udp.ROCE_PORT,
                Udp.LENGTH + datagram,
                Udp.NO_CHECKSUM);
        return at + Udp.LENGTH;
    }

    private int icrcUpTo(int end) {
        return switch (headers.encapsulation()) {
            case ROCE_V1 -> icrc.overRoceV1(frame, network, end - network);
            case ROCE_V2_IPV4 -> icrc.overIpv4(frame, network, end - network);
            case ROCE_V2_IPV6 -> icrc.overIpv6(frame, network, end - network);
        };
    }

    /** RoCEv2 goes without over IPv4; over IPv6 dissectors take a missing one for an error. */
    private void writeUdpChecksum() {
        switch (headers.encapsulation()) {
            case ROCE_V1, ROCE_V2_IPV4 -> {}
            case ROCE_V2_IPV6 -> {
                int udp = network + Ipv6.LENGTH;
                Udp.write(
                        frame,
                        udp,
                        headers.udpSourcePort(),
                        Udp.ROCE_PORT,
                        length - udp,
                        Udp.checksumOverIpv6(frame, network, udp));
            }
        }
    }

    private static int checked(int ipLength) {
        if (ipLength > MAX_IP_LENGTH) {
            throw new IllegalArgumentException(
                    "a packet that needs %d bytes in an IP packet of at most %d can't be captured"
                            .formatted(ipLength, MAX_IP_LENGTH));
        }
        return ipLength;
    }
}
