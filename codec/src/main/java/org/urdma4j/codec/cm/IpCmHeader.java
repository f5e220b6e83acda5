package org.urdma4j.codec.cm;

import java.nio.ByteBuffer;

/**
 * What {@code rdma_cm} puts before the application's private data in REQ and SIDR_REQ: who asks
 * whom, as IP addresses (IBTA annex A11).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+-------+-------+-------------------------------+
 * | major | minor |  IP   |reserv.|          source port          |
 * +-------+-------+-------+-------+-------------------------------+
 * |                        source address                         |
 * |                                                               |
 * |                                                               |
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                      destination address                      |
 * |                                                               |
 * |                                                               |
 * |                                                               |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * Major and minor version are 0. An IPv4 address stands in the last four of sixteen bytes, behind
 * zeros. This class gives and takes addresses as GIDs of two numbers, where the same address is
 * {@code ::ffff:a.b.c.d}.
 */
public final class IpCmHeader {
    private static final int CM_VERSION = 0;
    private static final int IP_VERSION = 1;
    private static final int PORT = 2;
    private static final int SOURCE = 4;
    private static final int DESTINATION = 20;

    /** Length in bytes. */
    public static final int LENGTH = 36;

    private static final int IPV4 = 4;
    private static final int IPV6 = 6;
    private static final long IPV4_MAPPED = 0xffffL;
    private static final long LOW_WORD = 0xffff_ffffL;

    private IpCmHeader() {}

    /** Tells whether versions are those that this class reads. */
    public static boolean isValid(ByteBuffer b, int at) {
        int ip = ipVersion(b, at);
        return b.get(at + CM_VERSION) == 0 && (ip == IPV4 || ip == IPV6);
    }

    /** Returns 4 or 6, or another number in a header that isn't valid. */
    public static int ipVersion(ByteBuffer b, int at) {
        return (b.get(at + IP_VERSION) >> 4) & 0xf;
    }

    public static int sourcePort(ByteBuffer b, int at) {
        return b.getShort(at + PORT) & 0xffff;
    }

    /** Returns the first eight bytes of the source's GID. */
    public static long sourcePrefix(ByteBuffer b, int at) {
        return prefix(b, at, SOURCE);
    }

    /** Returns the last eight bytes of the source's GID. */
    public static long sourceInterface(ByteBuffer b, int at) {
        return interfaceId(b, at, SOURCE);
    }

    /** Returns the first eight bytes of the destination's GID. */
    public static long destinationPrefix(ByteBuffer b, int at) {
        return prefix(b, at, DESTINATION);
    }

    /** Returns the last eight bytes of the destination's GID. */
    public static long destinationInterface(ByteBuffer b, int at) {
        return interfaceId(b, at, DESTINATION);
    }

    private static long prefix(ByteBuffer b, int at, int address) {
        return ipVersion(b, at) == IPV4 ? 0 : b.getLong(at + address);
    }

    private static long interfaceId(ByteBuffer b, int at, int address) {
        long low = b.getLong(at + address + Long.BYTES);
        return ipVersion(b, at) == IPV4 ? (IPV4_MAPPED << 32) | (low & LOW_WORD) : low;
    }

    /** Writes the header for IPv4 if both addresses are IPv4, otherwise for IPv6. */
    public static void write(
            ByteBuffer b,
            int at,
            int sourcePort,
            long sourcePrefix,
            long sourceInterface,
            long destinationPrefix,
            long destinationInterface) {
        boolean ipv4 =
                isIpv4(sourcePrefix, sourceInterface)
                        && isIpv4(destinationPrefix, destinationInterface);
        long mask = ipv4 ? LOW_WORD : -1;
        b.put(at + CM_VERSION, (byte) 0);
        b.put(at + IP_VERSION, (byte) ((ipv4 ? IPV4 : IPV6) << 4));
        b.putShort(at + PORT, (short) sourcePort);
        b.putLong(at + SOURCE, sourcePrefix);
        b.putLong(at + SOURCE + Long.BYTES, sourceInterface & mask);
        b.putLong(at + DESTINATION, destinationPrefix);
        b.putLong(at + DESTINATION + Long.BYTES, destinationInterface & mask);
    }

    private static boolean isIpv4(long prefix, long interfaceId) {
        return prefix == 0 && interfaceId >>> 32 == IPV4_MAPPED;
    }
}
