package org.urdma4j.transport.urdma.requester;

import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.urdma.packet.DataWriter;
import org.urdma4j.transport.urdma.packet.PacketTag;
import org.urdma4j.transport.urdma.packet.Retransmitter;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.WcStatus;

import java.util.function.LongConsumer;

/** Sends again what is missing of requests. */
final class Resender extends Retransmitter {
    private final SendCursor cursor;
    private final Completer completer;
    private final ReceiveLimit receives;

    Resender(
            QpContext qp,
            SendCursor cursor,
            OutboundSpace space,
            SendBudget sending,
            DataWriter writer,
            Completer completer,
            ReceiveLimit receives,
            LongConsumer onLostAgain) {
        super(qp, space, sending, writer, onLostAgain);
        this.cursor = cursor;
        this.completer = completer;
        this.receives = receives;
    }

    void start() {
        pieces.clear();
    }

    @Override
    protected boolean isHeld(long psn) {
        if (!receives.holding()) {
            return false;
        }
        SendWqe wqe = wqe(psn);
        return wqe != null && wqe.consumesReceive() && receives.holds((int) wqe.receives());
    }

    @Override
    protected long position(long psn) {
        return PacketTag.position(space.sack.tag(psn), qp.sendQueue.head());
    }

    private SendWqe wqe(long psn) {
        return qp.sendQueue.at(position(psn));
    }

    @Override
    protected boolean select(long psn, long nowNs) {
        long position = position(psn);
        if (position < qp.sendQueue.head() || completer.failsBy(position)) {
            // Its answer has come, so it had arrived and only the peer's report is missing; or it
            // has failed, and only those before it matter.
            receives.oweAsk();
            return false;
        }
        SendWqe wqe = wqe(psn);
        boolean leaves = cursor.begun && position == cursor.position;
        writer.select(wqe, offset(psn), payloadOf(psn, leaves ? cursor.offset : wqe.length()));
        return true;
    }

    @Override
    protected boolean write(TransmitBatch batch, long psn, int flags, long nowNs) {
        return writer.write(batch, wqe(psn), psn, flags, null, nowNs);
    }

    @Override
    protected boolean onGone(long psn, long nowNs) {
        completer.failAt(position(psn), WcStatus.LOC_PROT_ERR);
        return false;
    }
}
