package org.urdma4j.transport.port.frame;

import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.GlobalRoute;

import java.nio.ByteBuffer;

/**
 * Makes the headers of packets to a peer from an address vector. Immutable; any thread.
 *
 * @param mac our own, 48 bits
 * @param linkMtu bytes of a frame from its network header on
 * @param dscp differentiated services code point where the address vector has no traffic class
 * @param segmentation whether the link takes super-packets
 * @param vlan number of the VLAN that frames are of, 1 to 4094; 0 for none
 */
public record FrameRoutes(long mac, int linkMtu, int dscp, boolean segmentation, int vlan) {
    private static final int ECN_BITS = 2;
    private static final int NO_TAG_PRIORITY = 0;
    private static final int PRIORITY_SHIFT = 13;
    private static final int PRIORITIES = 8;

    /** Source ports of RoCEv2 are of the dynamic range (IBTA annex A17.9.1). */
    private static final int FIRST_DYNAMIC_PORT = 0xc000;

    private static final int PORT_BITS = 14;
    private static final int PORT_MASK = (1 << PORT_BITS) - 1;
    private static final int SPREAD = 0x9e37_79b1;

    public FrameRoutes(long mac, int linkMtu, int dscp, boolean segmentation) {
        this(mac, linkMtu, dscp, segmentation, 0);
    }

    /**
     * Makes a route.
     *
     * @param type of the GID that it starts from
     * @param from that GID
     * @param route where it leads, and how it is marked; hop limit 0 stands for the usual one
     * @param sl service level, the priority of a tag; 0 for no tag unless there is a VLAN
     * @param flow what tells this flow from others to the same peer, such as a queue pair number
     */
    public FrameRoute to(GidType type, Gid from, GlobalRoute route, int sl, int flow, NextHop hop) {
        Encapsulation kind = encapsulation(type, from);
        ByteBuffer header = ByteBuffer.allocate(NetworkHeaders.LONGEST);
        int trafficClass = route.trafficClass() == 0 ? dscp << ECN_BITS : route.trafficClass();
        int hops = route.hopLimit() == 0 ? GlobalRoute.DEFAULT_HOP_LIMIT : route.hopLimit();
        switch (kind) {
            case ROCE_V1 -> {
                int next = Grh.NEXT_HEADER_IBA;
                write(header, trafficClass, route, next, hops, from);
            }
            case ROCE_V2_IPV4 -> {
                Ipv4.write(
                        header,
                        0,
                        trafficClass,
                        0,
                        0,
                        Ipv4.DONT_FRAGMENT,
                        hops,
                        Ipv4.PROTOCOL_UDP,
                        (int) from.interfaceId(),
                        (int) route.dgid().interfaceId());
                udp(header, Ipv4.LENGTH, route, flow);
            }
            case ROCE_V2_IPV6 -> {
                write(header, trafficClass, route, Ipv4.PROTOCOL_UDP, hops, from);
                udp(header, Ipv6.LENGTH, route, flow);
            }
        }
        boolean tagged = vlan != 0 || sl != NO_TAG_PRIORITY;
        int tag = tagged ? sl % PRIORITIES << PRIORITY_SHIFT | vlan : InboundFrame.UNTAGGED;
        return new FrameRoute(
                route.dgid(),
                kind,
                header,
                mac,
                hop,
                tag,
                packetBytes(kind),
                segmentation,
                (flow * SPREAD) >>> Short.SIZE);
    }

    private static Encapsulation encapsulation(GidType type, Gid from) {
        if (type == GidType.ROCE_V1) {
            return Encapsulation.ROCE_V1;
        }
        return from.isIpv4Mapped() ? Encapsulation.ROCE_V2_IPV4 : Encapsulation.ROCE_V2_IPV6;
    }

    /** Writes a GRH or a header of IPv6, which are laid out alike. */
    private static void write(
            ByteBuffer b, int trafficClass, GlobalRoute route, int next, int hops, Gid from) {
        Gid to = route.dgid();
        Grh.write(
                b,
                0,
                trafficClass,
                route.flowLabel(),
                0,
                next,
                hops,
                from.subnetPrefix(),
                from.interfaceId(),
                to.subnetPrefix(),
                to.interfaceId());
    }

    private static void udp(ByteBuffer b, int at, GlobalRoute route, int flow) {
        Udp.write(b, at, sourcePort(route.flowLabel(), flow), Udp.ROCE_PORT, 0, Udp.NO_CHECKSUM);
    }

    /**
     * Returns the source port of a flow, by which routers choose between paths: that of the flow
     * label if there is one, as ibv_flow_label_to_udp_sport(3) has it, else a hash of the flow.
     */
    static int sourcePort(int flowLabel, int flow) {
        int bits =
                flowLabel == 0
                        ? (flow * SPREAD) >>> (Integer.SIZE - PORT_BITS)
                        : (flowLabel & PORT_MASK) ^ (flowLabel >>> PORT_BITS);
        return FIRST_DYNAMIC_PORT | (bits & PORT_MASK);
    }

    /** Returns the most bytes from BTH to ICRC that fit the link, over RoCEv1 and RoCEv2. */
    public int packetBytes(boolean ipv4) {
        int v2 = packetBytes(ipv4 ? Encapsulation.ROCE_V2_IPV4 : Encapsulation.ROCE_V2_IPV6);
        return Math.min(packetBytes(Encapsulation.ROCE_V1), v2);
    }

    private int packetBytes(Encapsulation kind) {
        return linkMtu - NetworkHeaders.length(kind);
    }
}
