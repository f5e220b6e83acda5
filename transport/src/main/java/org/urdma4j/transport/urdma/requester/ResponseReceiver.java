package org.urdma4j.transport.urdma.requester;

import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.retransmit.sack.Arrival;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.mtu.PieceTable;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;
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
    private final PieceTable pieces = new PieceTable();
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
        pieces.clear();
    }

    /** Returns when the last answer came. */
    public long answeredNs() {
        return answeredNs;
    }

    public void onPacket(ReceivedPacket raw, long psn, long sentNs, long nowNs) {
        UrdmaPacket packet = raw.urdma();
        int wireBytes = packet.length() + TransmitBatch.ICRC_LENGTH;
        switch (space.sack.classify(psn)) {
            case BEYOND -> qp.count(Counter.UNEXPECTED_RESPONSE);
            case DUPLICATE -> {
                qp.count(Counter.UNEXPECTED_RESPONSE);
                space.sack.onDuplicate(nowNs, psn, sentNs, wireBytes);
            }
            case NEW -> {
                if (!taker.expects(packet)) {
                    qp.count(Counter.UNEXPECTED_RESPONSE);
                    return;
                }
                answeredNs = nowNs;
                WcStatus status = taker.place(raw);
                if (status != WcStatus.SUCCESS) {
                    sender.completer()
                            .failAt(sender.reads().positionOf(packet.requestNumber()), status);
                    return;
                }
                if (packet.isPiece() && !completes(packet, psn)) {
                    space.sack.onOther(sentNs, wireBytes, nowNs);
                } else {
                    taker.onPlaced(packet);
                    space.sack.onPacket(nowNs, psn, packet.retransmission(), sentNs, wireBytes);
                }
                sender.completer().completeInOrder();
            }
        }
        if (packet.ackRequested()) {
            space.sack.onReportAsked(nowNs);
        }
    }

    /** Notes a piece that was placed; returns whether its packet is whole now. */
    private boolean completes(UrdmaPacket packet, long psn) {
        qp.count(Counter.PIECES_RCVD);
        return pieces.take(
                psn,
                space.sack.cumulative(),
                packet.pieceAt(),
                packet.payloadLength(),
                packet.wholeLength());
    }

    public void onRepaired(ReceivedPacket raw, long psn, long nowNs) {
        if (space.sack.classify(psn) != Arrival.NEW
                || !taker.expects(raw.urdma())
                || taker.place(raw) != WcStatus.SUCCESS) {
            return;
        }
        taker.onPlaced(raw.urdma());
        qp.count(Counter.REPAIRED_PKTS);
        answeredNs = nowNs;
        space.sack.onRepaired(nowNs, psn);
        sender.completer().completeInOrder();
    }
}
