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
 */
public record FrameHeaders(
        Encapsulation encapsulation,
        Endpoint source,
        Endpoint destination,
        int udpSourcePort,
        int trafficClass,
        int flowLabel,
        int hopLimit,
        int identification) {
    private static final int FIRST_DYNAMIC_PORT = 0xc000;
    private static final int ECN_CAPABLE = 2;
    private static final int HOPS = 64;

    /** Starts from what an unconnected UDP socket on Linux sends, ECN capable. */
    public static FrameHeaders of(
            Encapsulation encapsulation, Endpoint source, Endpoint destination) {
        return new FrameHeaders(
                encapsulation, source, destination, FIRST_DYNAMIC_PORT, ECN_CAPABLE, 0, HOPS, 0);
    }
}
