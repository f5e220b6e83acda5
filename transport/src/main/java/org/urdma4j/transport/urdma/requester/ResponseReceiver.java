package org.urdma4j.transport.urdma.requester;

import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.retransmit.sack.Arrival;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.verbs.WcStatus;

/**
 * Takes answers to our READs and atomic operations, as they come or as FEC restores them. The end
 * of an answer is no reason for a report: nobody waits for it but a peer short of slots, which
 * asks.
 */
public final class ResponseReceiver {
    private final QpContext qp;
    private final InboundSpace space;
    private final ResponsePlacement taker;
    private final Requester sender;
    private long answeredNs;

    public ResponseReceiver(
            QpContext qp, Agreement agreement, InboundSpace space, Requester sender) {
        this.qp = qp;
        this.space = space;
        this.taker = new ResponsePlacement(qp, agreement, sender.reads());
        this.sender = sender;
    }

    public void start() {
        answeredNs = Long.MIN_VALUE;
    }

    /** Returns when the last answer came. */
    public long answeredNs() {
        return answeredNs;
    }

    /**
     * Takes an answer that its space has admitted.
     *
     * @param isNew whether it hasn't arrived before
     */
    public void onPacket(ReceivedPacket raw, UrdmaPacket packet, boolean isNew, long nowNs) {
        if (isNew) {
            if (!onNew(raw, packet, nowNs)) {
                return;
            }
        } else {
            qp.count(Counter.UNEXPECTED_RESPONSE);
            space.onDuplicate(packet, nowNs);
        }
        if (packet.ackRequested()) {
            space.onReportAsked(nowNs);
        }
    }

    /** Returns whether it was placed. */
    private boolean onNew(ReceivedPacket raw, UrdmaPacket packet, long nowNs) {
        SendWqe wqe = taker.requestOf(packet);
        if (wqe == null) {
            qp.count(Counter.UNEXPECTED_RESPONSE);
            return false;
        }
        answeredNs = nowNs;
        WcStatus status = taker.place(raw, packet, wqe);
        if (status != WcStatus.SUCCESS) {
            sender.completer().failAt(sender.reads().positionOf(packet.requestNumber()), status);
            return false;
        }
        if (packet.isPiece() && !space.completes(packet)) {
            space.onPiece(packet, nowNs);
        } else {
            taker.onPlaced(packet, wqe);
            space.onPlaced(packet, nowNs);
        }
        sender.completer().completeInOrder();
        return true;
    }

    /** Takes an answer that forward error correction gave back. */
    public void onRepaired(ReceivedPacket raw, long psn, long nowNs) {
        UrdmaPacket packet = raw.urdma();
        SendWqe wqe = space.sack.classify(psn) == Arrival.NEW ? taker.requestOf(packet) : null;
        if (wqe == null || taker.place(raw, packet, wqe) != WcStatus.SUCCESS) {
            return;
        }
        taker.onPlaced(packet, wqe);
        qp.count(Counter.REPAIRED_PKTS);
        answeredNs = nowNs;
        space.sack.onRepaired(nowNs, psn);
        sender.completer().completeInOrder();
    }
}
