package org.urdma4j.simulation.pcap;

import org.urdma4j.codec.net.Encapsulation;

/**
 * What the headers below the transport say, the same for every packet of a direction.
 *
 * @param encapsulation which headers there are
 * @param source the sender
 * @param destination the receiver
 * @param udpSourcePort 0 to 65535; RoCEv2 alone
 * @param trafficClass DSCP and ECN bits, 0 to 255
 * @param flowLabel 0 to 2^20 - 1; not in IPv4
 * @param hopLimit hop limit or time to live, 0 to 255
 * @param identification of IPv4, 0 to 65535
 * @param priorityTag PCP of an 802.1Q tag without VLAN, 0 to 7, or {@link #UNTAGGED}
 */
public record FrameHeaders(
        Encapsulation encapsulation,
        Endpoint source,
        Endpoint destination,
        int udpSourcePort,
        int trafficClass,
        int flowLabel,
        int hopLimit,
        int identification,
        int priorityTag) {
    /** No 802.1Q tag. */
    public static final int UNTAGGED = -1;

    private static final int TRAFFIC_CLASS_PRIORITY = 5;
    private static final int FIRST_DYNAMIC_PORT = 0xc000;
    private static final int ECN_CAPABLE = 2;
    private static final int DYNAMIC_PORTS = 0x4000;
    private static final int HOPS = 64;

    /** Starts from what an unconnected UDP socket on Linux sends, ECN capable. */
    public static FrameHeaders of(
            Encapsulation encapsulation, Endpoint source, Endpoint destination) {
        return new FrameHeaders(
                encapsulation,
                source,
                destination,
                FIRST_DYNAMIC_PORT,
                ECN_CAPABLE,
                0,
                HOPS,
                0,
                UNTAGGED);
    }

    /**
     * Returns these with a priority: of RoCEv1 by a tag, if it isn't 0; of RoCEv2 by the class
     * selector (DSCP of 8 times the priority, RFC 2474).
     *
     * @param priority 0 to 7
     */
    public FrameHeaders withPriority(int priority) {
        if (priority < 0 || priority > 7) {
            throw new IllegalArgumentException("there is no priority " + priority);
        }
        if (encapsulation != Encapsulation.ROCE_V1) {
            return withTrafficClass((trafficClass & 0x1f) | (priority << TRAFFIC_CLASS_PRIORITY));
        }
        return with(trafficClass, priority > 0 ? priority : UNTAGGED);
    }

    /** Returns these with another traffic class, 0 to 255. */
    public FrameHeaders withTrafficClass(int value) {
        return with(value, priorityTag);
    }

    /**
     * Returns these with another UDP source port, of those from 0xc000 on; without effect on
     * RoCEv1.
     *
     * @param n 0 for the first, that of {@link #of}
     */
    public FrameHeaders withEntropy(int n) {
        return new FrameHeaders(
                encapsulation,
                source,
                destination,
                FIRST_DYNAMIC_PORT + (n & (DYNAMIC_PORTS - 1)),
                trafficClass,
                flowLabel,
                hopLimit,
                identification,
                priorityTag);
    }

    private FrameHeaders with(int newTrafficClass, int newPriorityTag) {
        return new FrameHeaders(
                encapsulation,
                source,
                destination,
                udpSourcePort,
                newTrafficClass,
                flowLabel,
                hopLimit,
                identification,
                newPriorityTag);
    }

    /**
     * Returns the priority that switches take them for: of RoCEv1 the tag's, 0 without one; of
     * RoCEv2 the upper three bits of the DSCP.
     */
    public int priority() {
        return encapsulation == Encapsulation.ROCE_V1
                ? Math.max(priorityTag, 0)
                : trafficClass >>> TRAFFIC_CLASS_PRIORITY;
    }
}
