package org.urdma4j.transport.unreliable;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Deth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.work.Requests;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.nio.ByteBuffer;

/** Writes the packets of UD: each request is one, and names where it goes. */
final class DatagramWriter implements PacketWriter {
    private final QpContext qp;
    private SendWqe wqe;
    private int psn;
    private int opcode;
    private int payload;

    DatagramWriter(QpContext qp) {
        this.qp = qp;
    }

    @Override
    public WcStatus problemOf(SendWqe request) {
        if (request.route() == null) {
            return WcStatus.LOC_QP_OP_ERR;
        }
        WcStatus problem = Requests.problemOf(qp, request);
        boolean tooLong = problem == WcStatus.SUCCESS && request.length() > qp.mtu;
        return tooLong ? WcStatus.LOC_LEN_ERR : problem;
    }

    @Override
    public long packets(SendWqe request) {
        return 1;
    }

    @Override
    public void select(SendWqe request, long at) {
        wqe = request;
        psn = (int) at & Psn.MASK;
        payload = (int) request.length();
        opcode =
                request.opcode() == WrOpcode.SEND_WITH_IMM
                        ? Opcode.UD_SEND_ONLY_WITH_IMMEDIATE
                        : Opcode.UD_SEND_ONLY;
    }

    @Override
    public Route route() {
        return wqe.route();
    }

    @Override
    public int length() {
        return Opcode.headerLength(opcode)
                + payload
                + Bth.padFor(payload)
                + TransmitBatch.ICRC_LENGTH;
    }

    @Override
    public WcStatus write(TransmitBatch batch) {
        int at = batch.begin(wqe.route());
        ByteBuffer b = batch.buffer();
        int pad = Bth.padFor(payload);
        int flags = Bth.MIG_REQ | (wqe.has(SendFlags.SOLICITED) ? Bth.SOLICITED : 0);
        Bth.write(b, at, opcode, flags, pad, qp.pKey, wqe.remoteQpn(), psn);
        Deth.write(b, at + Opcode.dethOffset(opcode), qKey(), qp.qpn);
        if (opcode == Opcode.UD_SEND_ONLY_WITH_IMMEDIATE) {
            ImmDt.write(b, at + Opcode.immediateOffset(opcode), wqe.immediate());
        }
        int end = at + Opcode.headerLength(opcode);
        if (payload > 0) {
            end = wqe.gather(0, payload, batch, end);
            if (end < 0) {
                return WcStatus.LOC_PROT_ERR;
            }
        }
        batch.end(batch.pad(end, pad), length());
        return WcStatus.SUCCESS;
    }

    /** A key with its highest bit set stands for the queue pair's own (IBTA 1.4 §10.2.5). */
    private int qKey() {
        return wqe.remoteQkey() < 0 ? qp.qKey : wqe.remoteQkey();
    }
}
