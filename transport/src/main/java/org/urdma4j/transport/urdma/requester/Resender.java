package org.urdma4j.transport.urdma.requester;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.urdma.packet.DataWriter;
import org.urdma4j.transport.urdma.packet.PacketTag;
import org.urdma4j.transport.urdma.packet.PieceCursor;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.WcStatus;

import java.util.function.LongConsumer;

/**
 * Sends again what is missing of requests, made anew from the application's memory; in pieces where
 * the path has become one of shorter packets. Confined to the event loop.
 */
final class Resender {
    private final QpContext qp;
    private final SendCursor cursor;
    private final OutboundSpace space;
    private final SendBudget sending;
    private final DataWriter writer;
    private final Completer completer;
    private final ReceiveLimit receives;
    private final LongConsumer onLostAgain;
    private final PieceCursor pieces = new PieceCursor();

    /**
     * @param onLostAgain is told, with the time, of a packet that was sent again in vain
     */
    Resender(
            QpContext qp,
            SendCursor cursor,
            OutboundSpace space,
            SendBudget sending,
            DataWriter writer,
            Completer completer,
            ReceiveLimit receives,
            LongConsumer onLostAgain) {
        this.qp = qp;
        this.cursor = cursor;
        this.space = space;
        this.sending = sending;
        this.writer = writer;
        this.completer = completer;
        this.receives = receives;
        this.onLostAgain = onLostAgain;
    }

    void start() {
        pieces.clear();
    }

    /** Sends the last packet again, to be told what arrived; congestion control has no say. */
    void probe(TransmitBatch batch, long nowNs) {
        long psn = space.sack.next() - 1;
        if (resend(batch, psn, Bth.ACK_REQ, nowNs)) {
            space.onProbeSent();
            qp.count(Counter.PROBES_SENT);
        }
    }

    /** Adds what is missing; returns false when some is left that doesn't fit in the batch. */
    boolean resendLost(TransmitBatch batch, long nowNs) {
        long psn = space.sack.nextLost();
        while (psn >= 0 && sending.hasBudget()) {
            if (isHeld(psn)) {
                return true;
            }
            if (!resend(batch, psn, sending.asks() ? Bth.ACK_REQ : 0, nowNs)) {
                return false;
            }
            psn = space.sack.nextLost();
        }
        return true;
    }

    /** Returns whether an RNR NAK says that the peer has no place for this packet yet. */
    boolean isHeld(long psn) {
        if (!receives.holding()) {
            return false;
        }
        SendWqe wqe = qp.sendQueue.at(position(psn));
        return wqe != null && wqe.consumesReceive() && receives.holds((int) wqe.receives());
    }

    /** Returns where in the send queue the request of a packet under way stands, or stood. */
    private long position(long psn) {
        return PacketTag.position(space.sack.tag(psn), qp.sendQueue.head());
    }

    private boolean resend(TransmitBatch batch, long psn, int flags, long nowNs) {
        long position = position(psn);
        if (position < qp.sendQueue.head() || completer.failsBy(position)) {
            // Its answer has come, so it had arrived and only the peer's report is missing; or it
            // has failed, and only those before it matter.
            space.sack.onResent(nowNs, psn);
            receives.oweAsk();
            return true;
        }
        SendWqe wqe = qp.sendQueue.at(position);
        long at = PacketTag.offset(space.sack.tag(psn));
        writer.select(wqe, at, payloadOf(psn, position, at, wqe));
        if (space.sack.isResent(psn)) {
            onLostAgain.accept(nowNs);
        }
        if (writer.isTooLong()) {
            return resendInPieces(batch, wqe, position, psn, flags, nowNs);
        }
        int length = writer.length();
        if (!batch.accepts(length)) {
            return false;
        }
        if (!writer.write(batch, wqe, psn, flags | Bth.MIG_REQ, null, nowNs)) {
            completer.failAt(position, WcStatus.LOC_PROT_ERR);
            return false;
        }
        space.sack.onResent(nowNs, psn);
        qp.count(Counter.RETRANSMITTED_PKTS);
        sending.onSent(length, nowNs);
        return true;
    }

    /** Returns what a packet carries: up to where the next one begins, or the message ends. */
    private long payloadOf(long psn, long position, long at, SendWqe wqe) {
        if (psn + 1 < space.sack.next()) {
            long next = space.sack.tag(psn + 1);
            if (PacketTag.position(next, qp.sendQueue.head()) == position) {
                return PacketTag.offset(next) - at;
            }
        } else if (cursor.begun && position == cursor.position) {
            return cursor.offset - at;
        }
        return wqe.length() - at;
    }

    /** Returns false when pieces are left that don't fit in the batch. */
    private boolean resendInPieces(
            TransmitBatch batch, SendWqe wqe, long position, long psn, int flags, long nowNs) {
        int from = pieces.of(psn);
        while (from < writer.whole()) {
            writer.selectPiece(from);
            int length = writer.length();
            if (!batch.accepts(length)) {
                pieces.keep(psn, from);
                return false;
            }
            if (!writer.write(batch, wqe, psn, flags | Bth.MIG_REQ, null, nowNs)) {
                completer.failAt(position, WcStatus.LOC_PROT_ERR);
                return false;
            }
            qp.count(Counter.PIECES_SENT);
            sending.onSent(length, nowNs);
            from += writer.payload();
        }
        pieces.onWhole(psn);
        space.sack.onResent(nowNs, psn);
        qp.count(Counter.RETRANSMITTED_PKTS);
        return true;
    }
}
