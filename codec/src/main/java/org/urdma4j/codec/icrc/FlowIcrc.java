package org.urdma4j.codec.icrc;

import org.urdma4j.codec.ib.Bth;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.CRC32;

/**
 * Computes the ICRC of packets that a UDP socket sends or receives. Over IPv4 the identification is
 * an argument: an unconnected Linux socket with {@code IP_MTU_DISCOVER=DO} sends 0, and 0, 1, 2 and
 * so on within a segmentation-offload batch. A received one is hidden; see {@link
 * IdentificationSolver}.
 *
 * <p>Buffers are treated as by {@link Icrc}. Serves any number of flows. Not thread-safe; nothing
 * is allocated after construction.
 */
public final class FlowIcrc {
    private final HeaderTerms terms = new HeaderTerms();
    private final CRC32 crc = new CRC32();

    /**
     * Returns the ICRC of a packet.
     *
     * @param bthOffset index of the BTH
     * @param transportLength bytes from the BTH to the last pad byte, at least those of the BTH
     * @param identification IPv4 identification, of which the low 16 bits count; ignored over IPv6
     */
    public int compute(
            IcrcFlow flow,
            ByteBuffer packet,
            int bthOffset,
            int transportLength,
            int identification) {
        return compute(flow, packet, bthOffset, transportLength, identification, null);
    }

    /**
     * The same, where a part of the packet may be elsewhere.
     *
     * @param part within the packet, behind its BTH; null for none
     */
    public int compute(
            IcrcFlow flow,
            ByteBuffer packet,
            int bthOffset,
            int transportLength,
            int identification,
            OutlyingPart part) {
        int end = bthOffset + transportLength;
        Objects.checkFromIndexSize(bthOffset, transportLength, packet.limit());
        int term = terms.of(flow, transportLength, identification, Bth.variant(packet, bthOffset));
        crc.reset();
        int from = bthOffset;
        if (part != null) {
            update(packet, from, part.at());
            update(part.bytes(), part.from(), part.to());
            from = part.end();
        }
        update(packet, from, end);
        return (int) crc.getValue() ^ term;
    }

    private void update(ByteBuffer bytes, int from, int to) {
        int position = bytes.position();
        int limit = bytes.limit();
        bytes.limit(to).position(from);
        crc.update(bytes);
        bytes.limit(limit).position(position);
    }
}
