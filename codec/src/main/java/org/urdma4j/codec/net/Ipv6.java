package org.urdma4j.codec.net;

import org.urdma4j.codec.ib.Grh;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * IPv6 header (RFC 8200). An address is passed as two numbers of 64 bits, the high one first.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-----------+---+---------------------------------------+
 * |Version|   DSCP    |ECN|              flow label               |
 * +-------+-----------+---+-------+---------------+---------------+
 * |        payload length         |  next header  |   hop limit   |
 * +-------------------------------+---------------+---------------+
 * |                        source address                         |
 * |                          (16 bytes)                           |
 * +---------------------------------------------------------------+
 * |                      destination address                      |
 * |                          (16 bytes)                           |
 * +---------------------------------------------------------------+
 * </pre>
 */
public final class Ipv6 {
    public static final int VERSION = 6;

    /** Next header: a fragment header. */
    public static final int NEXT_HEADER_FRAGMENT = 44;

    /** Length in bytes of that fragment header. */
    public static final int FRAGMENT_HEADER_LENGTH = 8;

    /** Length in bytes. */
    public static final int LENGTH = Grh.LENGTH;

    // A GRH has the same layout.

    private Ipv6() {}

    public static int version(ByteBuffer b, int at) {
        return Grh.version(b, at);
    }

    /** Returns DSCP and ECN, 0 to 255. */
    public static int trafficClass(ByteBuffer b, int at) {
        return Grh.trafficClass(b, at);
    }

    public static int flowLabel(ByteBuffer b, int at) {
        return Grh.flowLabel(b, at);
    }

    /** Returns the bytes after this header. */
    public static int payloadLength(ByteBuffer b, int at) {
        return Grh.payloadLength(b, at);
    }

    public static int nextHeader(ByteBuffer b, int at) {
        return Grh.nextHeader(b, at);
    }

    public static int hopLimit(ByteBuffer b, int at) {
        return Grh.hopLimit(b, at);
    }

    public static long sourceHigh(ByteBuffer b, int at) {
        return Grh.sourceHigh(b, at);
    }

    public static long sourceLow(ByteBuffer b, int at) {
        return Grh.sourceLow(b, at);
    }

    public static long destinationHigh(ByteBuffer b, int at) {
        return Grh.destinationHigh(b, at);
    }

    public static long destinationLow(ByteBuffer b, int at) {
        return Grh.destinationLow(b, at);
    }

    /** Writes the header. Values too wide lose their high bits. */
    public static void write(
            ByteBuffer b,
            int at,
            int trafficClass,
            int flowLabel,
            int payloadLength,
            int nextHeader,
            int hopLimit,
            long sourceHigh,
            long sourceLow,
            long destinationHigh,
            long destinationLow) {
        Grh.write(
                b,
                at,
                trafficClass,
                flowLabel,
                payloadLength,
                nextHeader,
                hopLimit,
                sourceHigh,
                sourceLow,
                destinationHigh,
                destinationLow);
    }

    /** Writes the bytes after this header. */
    public static void setPayloadLength(ByteBuffer b, int at, int payloadLength) {
        Grh.setPayloadLength(b, at, payloadLength);
    }

    /** Sets what routers may change to ones, as the ICRC sees it. */
    public static void maskVariantFields(ByteBuffer b, int at) {
        Grh.maskVariantFields(b, at);
    }

    /** Tells whether the fragment header at {@code at} stands before a UDP header. */
    public static boolean startsFragmentedUdp(ByteBuffer b, int at) {
        boolean first = (b.getShort(at + Short.BYTES) & 0xfff8) == 0;
        return first && (b.get(at) & 0xff) == Ipv4.PROTOCOL_UDP;
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        HexFormat hex = HexFormat.of();
        return "IPv6{ver=%d tclass=0x%02x flow=0x%05x paylen=%d next=%d hops=%d src=%s%s dst=%s%s}"
                .formatted(
                        version(b, at),
                        trafficClass(b, at),
                        flowLabel(b, at),
                        payloadLength(b, at),
                        nextHeader(b, at),
                        hopLimit(b, at),
                        hex.toHexDigits(sourceHigh(b, at)),
                        hex.toHexDigits(sourceLow(b, at)),
                        hex.toHexDigits(destinationHigh(b, at)),
                        hex.toHexDigits(destinationLow(b, at)));
    }
}
