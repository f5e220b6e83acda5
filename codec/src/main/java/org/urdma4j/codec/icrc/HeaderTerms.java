package org.urdma4j.codec.icrc;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * What the headers in front of a transport packet have of its ICRC. A CRC is linear: the ICRC is
 * the exclusive or of the CRC over the transport packet as it is on the wire and of a term that
 * those headers make, and the BTH's byte that counts as ones. The term depends on how many bytes
 * follow, not on what they are, so it is the same for all packets of one flow, length and
 * identification, and is remembered. Not thread-safe; nothing is allocated after construction.
 */
final class HeaderTerms {
    /** Some lengths of a few flows, with the identifications of a batch each. */
    private static final int SLOTS = 1024;

    /** Beyond it no batch counts. */
    private static final int LAST_REMEMBERED = 0x7f;

    /** In place of an identification, which IPv6 hasn't. */
    private static final int IPV6 = LAST_REMEMBERED + 1;

    private final long[] keys = new long[SLOTS];
    private final int[] terms = new int[SLOTS];
    private final byte[] bytes = new byte[MaskedHeaders.IPV6_END];
    private final ByteBuffer view = ByteBuffer.wrap(bytes);
    private final CRC32 crc = new CRC32();

    /**
     * Returns the term of a packet.
     *
     * @param length bytes from its BTH to the last pad byte
     * @param identification ignored over IPv6
     * @param variant the BTH's variant byte on the wire
     */
    int of(IcrcFlow flow, int length, int identification, int variant) {
        int id = flow.isIpv4() ? identification & 0xffff : IPV6;
        if (id > LAST_REMEMBERED && flow.isIpv4()) {
            return compute(flow, length, id, variant);
        }
        // Flows of a kind whose headers have one sum have the same terms, whatever the headers are:
        // all to a peer share them.
        int packet = length << 16 | id << 8 | variant;
        long key = (long) flow.sum() << Integer.SIZE | Integer.toUnsignedLong(packet);
        int slot = (length * 61 + id ^ flow.sum() ^ variant << 3) & (SLOTS - 1);
        if (keys[slot] != key) {
            terms[slot] = compute(flow, length, id, variant);
            keys[slot] = key;
        }
        return terms[slot];
    }

    private int compute(IcrcFlow flow, int length, int id, int variant) {
        flow.copyHeaders(bytes);
        int udpLength = Udp.LENGTH + length + Icrc.LENGTH;
        if (flow.isIpv4()) {
            Ipv4.setTotalLength(view, MaskedHeaders.NETWORK, Ipv4.LENGTH + udpLength);
            Ipv4.setIdentification(view, MaskedHeaders.NETWORK, id);
            Udp.setLength(view, MaskedHeaders.IPV4_UDP, udpLength);
        } else {
            Ipv6.setPayloadLength(view, MaskedHeaders.NETWORK, udpLength);
            Udp.setLength(view, MaskedHeaders.IPV6_UDP, udpLength);
        }
        crc.reset();
        crc.update(bytes, 0, flow.headerLength());
        // A CRC begins with ones and ends inverted: what the headers leave, less what it begins
        // with, is the inverse of one and of the other.
        int left = (int) crc.getValue();
        int atVariant = Crc32Field.multiply(left, Crc32Field.zeroBytes(Bth.VARIANT));
        int masked = atVariant ^ (variant ^ 0xff);
        return Crc32Field.multiply(masked, Crc32Field.zeroBytes(length - Bth.VARIANT));
    }
}
