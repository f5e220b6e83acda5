package org.urdma4j.transport.urdma.offer;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.urdma.PathWord;
import org.urdma4j.codec.urdma.SendPlacement;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.fec.FecScheme;
import org.urdma4j.transport.wire.TransmitBatch;

/** How much payload fits in a packet of the URDMA profile. */
public final class UrdmaPayload {
    private static final int LEAST = 256;
    private static final int MOST = 16_384;
    private static final int WORD = 4;

    /** Index and T1 word of a repair packet. */
    private static final int REPAIR_HEADER = 2 * Integer.BYTES;

    private UrdmaPayload() {}

    /**
     * Returns the largest payload with which every packet fits: a multiple of 4 from 256 to 16,384.
     *
     * @param packetBytes what may stand between the UDP header and the end of the datagram
     * @param fec whether forward error correction may be agreed on, which makes packets longer
     * @param paths whether several paths may be, which makes them longer too
     */
    public static int within(int packetBytes, boolean fec, boolean paths) {
        int room = packetBytes - longest(0, fec, paths);
        return Math.clamp(room - room % WORD, LEAST, MOST);
    }

    /**
     * Returns the bytes of the longest packet there is, from BTH to ICRC.
     *
     * @param payload of a full packet, a multiple of 4
     * @param fec whether forward error correction is agreed on
     * @param paths whether several paths are
     */
    public static int longest(int payload, boolean fec, boolean paths) {
        int data = UrdmaOpcode.headerLength(UrdmaOpcode.WRITE_ONLY_WITH_IMMEDIATE, fec, paths);
        int repair = repairHeaders() + (paths ? PathWord.LENGTH : 0);
        int longest = fec ? Math.max(data, repair) : data;
        return longest + payload + TransmitBatch.ICRC_LENGTH;
    }

    /** Bytes of a repair packet before what it has in place of the longest payload. */
    private static int repairHeaders() {
        return Bth.LENGTH
                + REPAIR_HEADER
                + FecScheme.UNIT_HEADER_BYTES
                + SendPlacement.LENGTH
                + ImmDt.LENGTH;
    }
}
