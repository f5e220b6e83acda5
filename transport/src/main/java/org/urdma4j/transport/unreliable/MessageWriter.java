package org.urdma4j.transport.unreliable;

import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.work.RequestWriter;
import org.urdma4j.transport.work.Requests;
import org.urdma4j.verbs.WcStatus;

/** Writes the packets of UC: those of RC under other opcodes, none of them asking for an answer. */
final class MessageWriter implements PacketWriter {
    private final QpContext qp;
    private final RequestWriter writer;

    MessageWriter(QpContext qp) {
        this.qp = qp;
        this.writer = new RequestWriter(qp);
    }

    @Override
    public WcStatus problemOf(SendWqe wqe) {
        return Requests.problemOf(qp, wqe);
    }

    @Override
    public long packets(SendWqe wqe) {
        return Math.max(1, (wqe.length() + qp.mtu - 1) / qp.mtu);
    }

    @Override
    public void select(SendWqe wqe, long psn) {
        writer.select(wqe, psn, psn + 1);
    }

    @Override
    public Route route() {
        return qp.route;
    }

    @Override
    public int length() {
        return writer.length();
    }

    @Override
    public WcStatus write(TransmitBatch batch) {
        return writer.write(batch, false, false) ? WcStatus.SUCCESS : WcStatus.LOC_PROT_ERR;
    }
}
