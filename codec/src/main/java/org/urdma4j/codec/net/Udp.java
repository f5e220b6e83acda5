package org.urdma4j.codec.net;

import java.nio.ByteBuffer;

/**
 * UDP header (RFC 768).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+-------------------------------+
 * |          source port          |       destination port        |
 * +-------------------------------+-------------------------------+
 * |            length             |           checksum            |
 * +-------------------------------+-------------------------------+
 * </pre>
 */
public final class Udp {
    /** The destination port of RoCEv2. */
    public static final int ROCE_PORT = 4791;

    /** The checksum that says there is none; RoCE senders may use it, over IPv6 too. */
    public static final int NO_CHECKSUM = 0;

    private static final int SOURCE_PORT = 0;
    private static final int DESTINATION_PORT = SOURCE_PORT + Short.BYTES;
    private static final int UDP_LENGTH = DESTINATION_PORT + Short.BYTES;

    /** Offset of the checksum in the header. */
    public static final int CHECKSUM = UDP_LENGTH + Short.BYTES;

    /** Length in bytes of the header. */
    public static final int LENGTH = CHECKSUM + Short.BYTES;

    private static final int IPV4_ADDRESSES = 2 * Integer.BYTES;
    private static final int IPV6_ADDRESSES = 4 * Long.BYTES;

    private Udp() {}

    public static int sourcePort(ByteBuffer b, int at) {
        return b.getShort(at + SOURCE_PORT) & 0xffff;
    }

    public static int destinationPort(ByteBuffer b, int at) {
        return b.getShort(at + DESTINATION_PORT) & 0xffff;
    }

    /** Returns the bytes of header and datagram. */
    public static int length(ByteBuffer b, int at) {
        return b.getShort(at + UDP_LENGTH) & 0xffff;
    }

    public static int checksum(ByteBuffer b, int at) {
        return b.getShort(at + CHECKSUM) & 0xffff;
    }

    /** Writes the header. Values too wide lose their high bits. */
    public static void write(
            ByteBuffer b, int at, int sourcePort, int destinationPort, int length, int checksum) {
        b.putShort(at + SOURCE_PORT, (short) sourcePort);
        b.putShort(at + DESTINATION_PORT, (short) destinationPort);
        b.putShort(at + UDP_LENGTH, (short) length);
        b.putShort(at + CHECKSUM, (short) checksum);
    }

    /** Writes the bytes of header and datagram; the checksum stays as it is. */
    public static void setLength(ByteBuffer b, int at, int length) {
        b.putShort(at + UDP_LENGTH, (short) length);
    }

    /** Sets the checksum to ones, as the ICRC sees it. */
    public static void maskVariantFields(ByteBuffer b, int at) {
        b.putShort(at + CHECKSUM, (short) -1);
    }

    public static void setChecksum(ByteBuffer b, int at, int checksum) {
        b.putShort(at + CHECKSUM, (short) checksum);
    }

    /**
     * Returns what stands in place of the checksum for a device that completes it: the sum of the
     * pseudo-header, not inverted.
     */
    public static int partialOverIpv4(ByteBuffer b, int ipAt, int at) {
        int addresses = ipAt + Ipv4.LENGTH - IPV4_ADDRESSES;
        return partial(b, at, InternetChecksum.add(0, b, addresses, IPV4_ADDRESSES));
    }

    /** As {@link #partialOverIpv4}, under an IPv6 header. */
    public static int partialOverIpv6(ByteBuffer b, int ipAt, int at) {
        int addresses = ipAt + Ipv6.LENGTH - IPV6_ADDRESSES;
        return partial(b, at, InternetChecksum.add(0, b, addresses, IPV6_ADDRESSES));
    }

    private static int partial(ByteBuffer b, int at, long addresses) {
        return InternetChecksum.finish(addresses + Ipv4.PROTOCOL_UDP + length(b, at)) ^ 0xffff;
    }

    /** Returns the checksum of the datagram at {@code at} under the IPv4 header at {@code ipAt}. */
    public static int checksumOverIpv4(ByteBuffer b, int ipAt, int at) {
        int addresses = ipAt + Ipv4.LENGTH - IPV4_ADDRESSES;
        return checksum(b, at, InternetChecksum.add(0, b, addresses, IPV4_ADDRESSES));
    }

    /** Returns the checksum of the datagram at {@code at} under the IPv6 header at {@code ipAt}. */
    public static int checksumOverIpv6(ByteBuffer b, int ipAt, int at) {
        int addresses = ipAt + Ipv6.LENGTH - IPV6_ADDRESSES;
        return checksum(b, at, InternetChecksum.add(0, b, addresses, IPV6_ADDRESSES));
    }

    private static int checksum(ByteBuffer b, int at, long addresses) {
        int length = length(b, at);
        long sum = addresses + Ipv4.PROTOCOL_UDP + length;
        sum = InternetChecksum.add(sum, b, at, CHECKSUM);
        sum = InternetChecksum.add(sum, b, at + LENGTH, length - LENGTH);
        int checksum = InternetChecksum.finish(sum);
        return checksum == NO_CHECKSUM ? 0xffff : checksum;
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "UDP{src=%d dst=%d len=%d csum=0x%04x}"
                .formatted(
                        sourcePort(b, at), destinationPort(b, at), length(b, at), checksum(b, at));
    }
}
