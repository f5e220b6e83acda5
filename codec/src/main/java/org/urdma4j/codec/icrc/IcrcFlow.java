package org.urdma4j.codec.icrc;

import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;

import java.nio.ByteBuffer;

/**
 * Computes the ICRC of packets that a UDP socket sends or receives, whose IP header the program
 * never sees: it is made up from addresses and ports. Over IPv4 it has no options, DF is set, and
 * the identification is an argument: an unconnected Linux socket with {@code IP_MTU_DISCOVER=DO}
 * sends 0, and 0, 1, 2 and so on within a segmentation-offload batch. A received one is hidden; see
 * {@link IdentificationSolver}.
 *
 * <p>One object serves one direction between two sockets. Buffers are treated as by {@link Icrc}.
 * Not thread-safe; nothing is allocated after construction.
 */
public final class IcrcFlow {
    private static final int IPV4_ADDRESS = 4;
    private static final int IPV6_ADDRESS = 16;

    private final MaskedHeaders masked = new MaskedHeaders();
    private final boolean ipv4;

    /**
     * Describes a direction.
     *
     * @param source address of the sender, 4 or 16 bytes; an IPv4 address mapped to IPv6 is to be
     *     given as the 4 bytes that are on the wire
     * @param destination address of the receiver, as long as that of the sender
     * @param sourcePort port of the sender as the receiver sees it
     * @param destinationPort port of the receiver, 4791 but for special uses
     * @throws IllegalArgumentException if the addresses don't have these lengths, or a port isn't
     *     between 0 and 65535
     */
    public IcrcFlow(byte[] source, byte[] destination, int sourcePort, int destinationPort) {
        if (source.length != destination.length) {
            throw new IllegalArgumentException(
                    "the addresses must be both IPv4 or both IPv6, but have %d and %d bytes"
                            .formatted(source.length, destination.length));
        }
        checkPort(sourcePort);
        checkPort(destinationPort);
        ByteBuffer from = ByteBuffer.wrap(source);
        ByteBuffer to = ByteBuffer.wrap(destination);
        switch (source.length) {
            case IPV4_ADDRESS -> writeIpv4(from, to, sourcePort, destinationPort);
            case IPV6_ADDRESS -> writeIpv6(from, to, sourcePort, destinationPort);
            default ->
                    throw new IllegalArgumentException(
                            "an address has 4 or 16 bytes, not " + source.length);
        }
        ipv4 = source.length == IPV4_ADDRESS;
    }

    private static void checkPort(int port) {
        if (port < 0 || port > 0xffff) {
            throw new IllegalArgumentException("a UDP port is 0 to 65535, not " + port);
        }
    }

    private void writeIpv4(ByteBuffer from, ByteBuffer to, int sourcePort, int destinationPort) {
        Ipv4.write(
                masked.view(),
                MaskedHeaders.NETWORK,
                0,
                0,
                0,
                Ipv4.DONT_FRAGMENT,
                0,
                Ipv4.PROTOCOL_UDP,
                from.getInt(0),
                to.getInt(0));
        Udp.write(masked.view(), MaskedHeaders.IPV4_UDP, sourcePort, destinationPort, 0, 0);
        masked.maskIpv4();
    }

    private void writeIpv6(ByteBuffer from, ByteBuffer to, int sourcePort, int destinationPort) {
        Ipv6.write(
                masked.view(),
                MaskedHeaders.NETWORK,
                0,
                0,
                0,
                Ipv4.PROTOCOL_UDP,
                0,
                from.getLong(0),
                from.getLong(Long.BYTES),
                to.getLong(0),
                to.getLong(Long.BYTES));
        Udp.write(masked.view(), MaskedHeaders.IPV6_UDP, sourcePort, destinationPort, 0, 0);
        masked.maskIpv6();
    }

    /** Tells whether the flow is over IPv4, so that there is an identification. */
    public boolean isIpv4() {
        return ipv4;
    }

    /**
     * Returns the ICRC of a packet.
     *
     * @param bthOffset index of the BTH
     * @param transportLength bytes from the BTH to the last pad byte, at least those of the BTH
     * @param identification IPv4 identification, of which the low 16 bits count; ignored over IPv6
     */
    public int compute(ByteBuffer packet, int bthOffset, int transportLength, int identification) {
        return compute(packet, bthOffset, transportLength, identification, null);
    }

    /**
     * The same, where a part of the packet may be elsewhere.
     *
     * @param part within the packet, behind its BTH; null for none
     */
    public int compute(
            ByteBuffer packet,
            int bthOffset,
            int transportLength,
            int identification,
            OutlyingPart part) {
        int end;
        if (ipv4) {
            masked.setIpv4Lengths(transportLength);
            Ipv4.setIdentification(masked.view(), MaskedHeaders.NETWORK, identification);
            end = MaskedHeaders.IPV4_END;
        } else {
            masked.setIpv6Lengths(transportLength);
            end = MaskedHeaders.IPV6_END;
        }
        return masked.crc(0, end, packet, bthOffset, transportLength, part);
    }
}
