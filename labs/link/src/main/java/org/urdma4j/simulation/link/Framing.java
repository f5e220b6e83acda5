package org.urdma4j.simulation.link;

/**
 * Bytes that a packet takes on an Ethernet wire beyond what the owner of a link counts as the
 * packet. Preamble and start delimiter (8), inter-packet gap (12) and frame check sequence (4) are
 * in every one of them (IEEE 802.3 clauses 3 and 4).
 */
public final class Framing {
    /** Nothing is added. */
    public static final int NONE = 0;

    /** On top of an Ethernet frame without frame check sequence, as a TAP device carries it. */
    public static final int ETHERNET = 8 + 12 + 4;

    /** On top of an IP packet. */
    public static final int IP = ETHERNET + 14;

    /** On top of a UDP datagram's payload, such as a RoCEv2 packet with its ICRC, over IPv4. */
    public static final int UDP_IPV4 = IP + 20 + 8;

    /** On top of a UDP datagram's payload over IPv6. */
    public static final int UDP_IPV6 = IP + 40 + 8;

    /** On top of a transport packet (BTH to pad, no ICRC) in RoCEv2 over IPv4. */
    public static final int ROCE_V2_IPV4 = UDP_IPV4 + 4;

    /** On top of a transport packet (BTH to pad, no ICRC) in RoCEv2 over IPv6. */
    public static final int ROCE_V2_IPV6 = UDP_IPV6 + 4;

    /** On top of a transport packet (BTH to pad, no ICRC) in RoCEv1: Ethernet and GRH. */
    public static final int ROCE_V1 = IP + 40 + 4;

    private Framing() {}
}
