package org.urdma4j.codec.icrc;

import org.urdma4j.codec.ib.Bth;

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
    private final MaskedHeaders masked = new MaskedHeaders();
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
        flow.copyHeaders(masked.view());
        if (flow.isIpv4()) {
            masked.setIpv4Lengths(length);
            masked.setIdentification(id);
        } else {
            masked.setIpv6Lengths(length);
        }
        crc.reset();
        crc.update(masked.view().array(), 0, flow.headerLength());
        // A CRC begins with ones and ends inverted: what the headers leave, less what it begins
        // with, is the inverse of one and of the other.
        int left = (int) crc.getValue();
        int atVariant = Crc32Field.multiply(left, Crc32Field.zeroBytes(Bth.VARIANT));
        int ones = atVariant ^ (variant ^ 0xff);
        return Crc32Field.multiply(ones, Crc32Field.zeroBytes(length - Bth.VARIANT));
    }
}
