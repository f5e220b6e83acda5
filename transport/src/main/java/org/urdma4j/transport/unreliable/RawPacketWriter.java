package org.urdma4j.transport.unreliable;

import org.urdma4j.transport.qp.FramePort;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.work.Requests;
import org.urdma4j.verbs.WcStatus;

/**
 * Writes whole frames: each request is one, from its Ethernet header on. What a batch has in place
 * of the ICRC is the frame check sequence, which the link makes.
 */
final class RawPacketWriter implements PacketWriter {
    /** Ethernet, a tag, and the first bytes of IP: what tells the priority. */
    private static final int LOOK = 20;

    private final QpContext qp;
    private final FramePort port;
    private SendWqe wqe;

    RawPacketWriter(QpContext qp) {
        this.qp = qp;
        this.port = qp.frames;
    }

    @Override
    public WcStatus problemOf(SendWqe request) {
        WcStatus problem = Requests.problemOf(qp, request);
        long length = request.length();
        boolean fits = length >= port.shortest() && length <= port.longest();
        return problem == WcStatus.SUCCESS && !fits ? WcStatus.LOC_LEN_ERR : problem;
    }

    @Override
    public long packets(SendWqe request) {
        return 1;
    }

    @Override
    public void select(SendWqe request, long at) {
        wqe = request;
    }

    @Override
    public Route route() {
        return port.route();
    }

    @Override
    public int length() {
        return bytes() + TransmitBatch.ICRC_LENGTH;
    }

    private int bytes() {
        return (int) wqe.length();
    }

    @Override
    public boolean isPaused(TransmitBatch batch) {
        int at = batch.begin(route());
        int look = Math.min(LOOK, bytes());
        return wqe.gather(0, look, batch, at) >= 0 && port.isPaused(batch.buffer(), at, look);
    }

    @Override
    public WcStatus write(TransmitBatch batch) {
        int at = batch.begin(route());
        int end = wqe.gather(0, bytes(), batch, at);
        if (end < 0) {
            return WcStatus.LOC_PROT_ERR;
        }
        if (bytes() > port.longest(batch.buffer(), at)) {
            return WcStatus.LOC_LEN_ERR;
        }
        batch.end(end, length());
        return WcStatus.SUCCESS;
    }
}
