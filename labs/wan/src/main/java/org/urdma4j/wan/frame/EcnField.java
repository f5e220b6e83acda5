package org.urdma4j.wan.frame;

import org.urdma4j.codec.net.InternetChecksum;

import java.lang.foreign.MemorySegment;

/**
 * The two bits with which routers mark congestion (RFC 3168): of IPv4, of IPv6, and of the global
 * route header of RoCEv1, which has the layout of IPv6.
 */
final class EcnField {
    static final int IPV4 = 0x0800;
    static final int IPV6 = 0x86dd;

    /** What of a header is read or written here, from its start. */
    static final int BYTES = 12;

    private static final int GRH = 0x8915;
    private static final int CONGESTION_EXPERIENCED = 3;
    private static final int CHECKSUM = 10;

    /** Of IPv6, the upper bits of the flow label are in the same byte. */
    private static final int IPV6_SHIFT = 4;

    private EcnField() {}

    /**
     * Returns whether the header at {@code header} says ECT(0) or ECT(1); what says CE does not.
     */
    static boolean isCapable(MemorySegment memory, long header, int etherType) {
        int version = Bytes.u8(memory, header) >>> 4;
        boolean known =
                switch (etherType) {
                    case IPV4 -> version == 4;
                    case IPV6, GRH -> version == 6;
                    default -> false;
                };
        int bits = Bytes.u8(memory, header + 1) >>> (version == 4 ? 0 : IPV6_SHIFT) & 3;
        return known && bits != 0 && bits != CONGESTION_EXPERIENCED;
    }

    static void mark(MemorySegment memory, long header) {
        boolean ipv4 = Bytes.u8(memory, header) >>> 4 == 4;
        int before = Bytes.u16(memory, header);
        int after = before | CONGESTION_EXPERIENCED << (ipv4 ? 0 : IPV6_SHIFT);
        Bytes.put16(memory, header, after);
        if (ipv4) {
            // by the difference (RFC 1624), so that a checksum that was wrong stays wrong
            long sum = (~Bytes.u16(memory, header + CHECKSUM) & 0xffffL) + (~before & 0xffffL);
            Bytes.put16(memory, header + CHECKSUM, InternetChecksum.finish(sum + after));
        }
    }
}
