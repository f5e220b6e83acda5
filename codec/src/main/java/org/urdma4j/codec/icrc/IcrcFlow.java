package org.urdma4j.codec.icrc;

import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * One direction between two UDP sockets, as the ICRC sees it: {@link FlowIcrc} computes that of
 * packets. The IP header, which the program never sees, is made up from addresses and ports. Over
 * IPv4 it has no options, and DF is set.
 *
 * <p>Immutable.
 */
public final class IcrcFlow {
    private static final int IPV4_ADDRESS = 4;
    private static final int IPV6_ADDRESS = 16;

    private final boolean ipv4;
    private final byte[] headers;
    private final int sum;

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
        MaskedHeaders masked = new MaskedHeaders();
        ByteBuffer view = masked.view();
        switch (source.length) {
            case IPV4_ADDRESS -> {
                writeIpv4(view, from, to);
                Udp.write(view, MaskedHeaders.IPV4_UDP, sourcePort, destinationPort, 0, 0);
                masked.maskIpv4();
            }
            case IPV6_ADDRESS -> {
                writeIpv6(view, from, to);
                Udp.write(view, MaskedHeaders.IPV6_UDP, sourcePort, destinationPort, 0, 0);
                masked.maskIpv6();
            }
            default ->
                    throw new IllegalArgumentException(
                            "an address has 4 or 16 bytes, not " + source.length);
        }
        ipv4 = source.length == IPV4_ADDRESS;
        headers = new byte[ipv4 ? MaskedHeaders.IPV4_END : MaskedHeaders.IPV6_END];
        view.get(0, headers);
        CRC32 crc = new CRC32();
        crc.update(headers);
        sum = (int) crc.getValue();
    }

    private static void checkPort(int port) {
        if (port < 0 || port > 0xffff) {
            throw new IllegalArgumentException("a UDP port is 0 to 65535, not " + port);
        }
    }

    private static void writeIpv4(ByteBuffer view, ByteBuffer from, ByteBuffer to) {
        Ipv4.write(
                view,
                MaskedHeaders.NETWORK,
                0,
                0,
                0,
                Ipv4.DONT_FRAGMENT,
                0,
                Ipv4.PROTOCOL_UDP,
                from.getInt(0),
                to.getInt(0));
    }

    private static void writeIpv6(ByteBuffer view, ByteBuffer from, ByteBuffer to) {
        Ipv6.write(
                view,
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
    }

    /** Tells whether the flow is over IPv4, so that there is an identification. */
    public boolean isIpv4() {
        return ipv4;
    }

    /** Returns the bytes of the headers, masked, with lengths and identification of 0. */
    int headerLength() {
        return headers.length;
    }

    /** Writes the headers as {@link #headerLength} counts them. */
    void copyHeaders(ByteBuffer to) {
        to.put(0, headers);
    }

    /** Returns the CRC over them. */
    int sum() {
        return sum;
    }
}
