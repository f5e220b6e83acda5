package org.urdma4j.codec.testing;

import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.net.Vlan;

import java.nio.ByteBuffer;

/** Whole Ethernet frames around {@link SamplePacket}s, ICRC included. */
public final class Frames {
    public static final int NO_VLAN = -1;
    public static final long DESTINATION_MAC = 0x0202_0a0b_0c0dL;
    public static final long SOURCE_MAC = 0x0202_1a1b_1c1dL;
    public static final int IDENTIFICATION = 0x8123;
    public static final int SOURCE_IPV4 = 0x0a4d_0001;
    public static final int DESTINATION_IPV4 = 0xc0a8_fffe;
    public static final long IPV6_PREFIX = 0xfd00_0001_0002_0003L;
    public static final long SOURCE_IPV6 = 0x8000_0000_0000_0001L;
    public static final long DESTINATION_IPV6 = 2;
    public static final int SOURCE_PORT = 0xc123;
    private static final int TRAFFIC_CLASS = 0x69;
    private static final int FLOW_LABEL = 0xabcde;
    private static final int HOPS = 63;

    private final Icrc icrc = new Icrc();

    /** Returns a frame with a sample packet; {@code vlan} is a number or {@link #NO_VLAN}. */
    public ByteBuffer of(
            Encapsulation encapsulation, int vlan, int opcode, int payloadLength, int syndrome) {
        ByteBuffer b = ByteBuffer.allocate(5000);
        int network = writeLink(b, encapsulation, vlan);
        int transport = network + headerLength(encapsulation);
        int length = SamplePacket.write(b, transport, opcode, payloadLength, syndrome);
        writeNetwork(b, network, encapsulation, length);
        int covered = transport + length - network;
        int crc =
                switch (encapsulation) {
                    case ROCE_V1 -> icrc.overRoceV1(b, network, covered);
                    case ROCE_V2_IPV4 -> icrc.overIpv4(b, network, covered);
                    case ROCE_V2_IPV6 -> icrc.overIpv6(b, network, covered);
                };
        Icrc.put(b, transport + length, crc);
        return b.limit(transport + length + Icrc.LENGTH);
    }

    /** Returns the bytes of network and UDP header. */
    public static int headerLength(Encapsulation encapsulation) {
        return switch (encapsulation) {
            case ROCE_V1 -> Grh.LENGTH;
            case ROCE_V2_IPV4 -> Ipv4.LENGTH + Udp.LENGTH;
            case ROCE_V2_IPV6 -> Ipv6.LENGTH + Udp.LENGTH;
        };
    }

    private static int writeLink(ByteBuffer b, Encapsulation encapsulation, int vlan) {
        int etherType =
                switch (encapsulation) {
                    case ROCE_V1 -> EtherType.ROCE;
                    case ROCE_V2_IPV4 -> EtherType.IPV4;
                    case ROCE_V2_IPV6 -> EtherType.IPV6;
                };
        if (vlan == NO_VLAN) {
            Ethernet.write(b, 0, DESTINATION_MAC, SOURCE_MAC, etherType);
            return Ethernet.LENGTH;
        }
        Ethernet.write(b, 0, DESTINATION_MAC, SOURCE_MAC, EtherType.VLAN);
        Vlan.write(b, Ethernet.LENGTH, 3, false, vlan, etherType);
        return Ethernet.LENGTH + Vlan.LENGTH;
    }

    /** Writes the headers from GRH or IP up to the BTH. */
    public static void writeNetwork(
            ByteBuffer b, int at, Encapsulation encapsulation, int transportLength) {
        int roce = transportLength + Icrc.LENGTH;
        int udp = Udp.LENGTH + roce;
        switch (encapsulation) {
            case ROCE_V1 ->
                    Grh.write(
                            b,
                            at,
                            TRAFFIC_CLASS,
                            FLOW_LABEL,
                            roce,
                            Grh.NEXT_HEADER_IBA,
                            HOPS,
                            IPV6_PREFIX,
                            SOURCE_IPV6,
                            IPV6_PREFIX,
                            DESTINATION_IPV6);
            case ROCE_V2_IPV4 -> {
                Ipv4.write(
                        b,
                        at,
                        TRAFFIC_CLASS,
                        Ipv4.LENGTH + udp,
                        IDENTIFICATION,
                        Ipv4.DONT_FRAGMENT,
                        HOPS,
                        Ipv4.PROTOCOL_UDP,
                        SOURCE_IPV4,
                        DESTINATION_IPV4);
                Udp.write(b, at + Ipv4.LENGTH, SOURCE_PORT, Udp.ROCE_PORT, udp, Udp.NO_CHECKSUM);
            }
            case ROCE_V2_IPV6 -> {
                Ipv6.write(
                        b,
                        at,
                        TRAFFIC_CLASS,
                        FLOW_LABEL,
                        udp,
                        Ipv4.PROTOCOL_UDP,
                        HOPS,
                        IPV6_PREFIX,
                        SOURCE_IPV6,
                        IPV6_PREFIX,
                        DESTINATION_IPV6);
                Udp.write(b, at + Ipv6.LENGTH, SOURCE_PORT, Udp.ROCE_PORT, udp, Udp.NO_CHECKSUM);
            }
        }
    }
}
