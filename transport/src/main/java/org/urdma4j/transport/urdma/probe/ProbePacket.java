package org.urdma4j.transport.urdma.probe;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;

/** Writes PROBEs, whoever asks or answers by them. */
public final class ProbePacket {
    private static final int HEADERS = Bth.LENGTH + ProbeHeader.LENGTH;

    /** Bytes of one that nothing fills up, from its BTH to its ICRC. */
    public static final int EMPTY = HEADERS + TransmitBatch.ICRC_LENGTH;

    private ProbePacket() {}

    /**
     * Writes one that nothing fills up, and leaves it to be closed.
     *
     * @param flags of the BTH
     */
    public static void writeEmpty(
            TransmitBatch batch,
            QpContext qp,
            Route route,
            int flags,
            int psn,
            int kind,
            long nonce) {
        int at = batch.begin(route);
        UrdmaBth.write(batch.buffer(), at, UrdmaOpcode.PROBE, flags, 0, qp.pKey, qp.destQpn, psn);
        ProbeHeader.write(batch.buffer(), at + Bth.LENGTH, kind, nonce, EMPTY);
        batch.end(at + HEADERS, EMPTY);
    }

    /**
     * Writes one, and leaves it to be closed.
     *
     * @param size that it names, its own or that of the one it answers
     * @param fill zero bytes behind its headers
     */
    public static void write(
            TransmitBatch batch,
            QpContext qp,
            Route route,
            int kind,
            long nonce,
            int size,
            int fill) {
        int at = batch.begin(route);
        UrdmaBth.write(batch.buffer(), at, UrdmaOpcode.PROBE, 0, 0, qp.pKey, qp.destQpn, 0);
        ProbeHeader.write(batch.buffer(), at + Bth.LENGTH, kind, nonce, size);
        int end = batch.pad(at + HEADERS, fill);
        batch.end(end, EMPTY + fill);
    }
}
