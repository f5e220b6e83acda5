package org.urdma4j.transport.urdma.packet;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.wire.TransmitBatch;

import java.util.function.LongConsumer;

/**
 * Sends again what is missing of one sequence space, made anew from the application's memory; in
 * pieces where the path has become one of shorter packets. Confined to the event loop.
 */
public abstract class Retransmitter {
    protected final QpContext qp;
    protected final OutboundSpace space;
    protected final SendBudget sending;
    protected final DataWriter writer;
    protected final PieceCursor pieces = new PieceCursor();
    private final LongConsumer onLostAgain;

    /**
     * @param onLostAgain is told, with the time, of a packet that was sent again in vain
     */
    protected Retransmitter(
            QpContext qp,
            OutboundSpace space,
            SendBudget sending,
            DataWriter writer,
            LongConsumer onLostAgain) {
        this.qp = qp;
        this.space = space;
        this.sending = sending;
        this.writer = writer;
        this.onLostAgain = onLostAgain;
    }

    /** Returns where the request or answer of a packet under way stands, or stood. */
    protected abstract long position(long psn);

    /** Turns the writer to a packet under way; returns false if it isn't to be sent any more. */
    protected abstract boolean select(long psn, long nowNs);

    /** Adds what the writer was turned to; returns false if its memory is gone. */
    protected abstract boolean write(TransmitBatch batch, long psn, int flags, long nowNs);

    /** The memory of a packet is gone; returns whether those behind it go on. */
    protected abstract boolean onGone(long psn, long nowNs);

    /** Returns whether the peer has said that it has no place for a packet yet. */
    protected boolean isHeld(long psn) {
        return false;
    }

    /** Sends the last packet again, to be told what arrived; congestion control has no say. */
    public final void probe(TransmitBatch batch, long nowNs) {
        if (resend(batch, space.sack.next() - 1, Bth.ACK_REQ, nowNs)) {
            space.onProbeSent();
            qp.count(Counter.PROBES_SENT);
        }
    }

    /** Adds what is missing; returns false when some is left that doesn't fit in the batch. */
    public final boolean resendLost(TransmitBatch batch, long nowNs) {
        long psn = space.sack.nextLost();
        while (psn >= 0 && sending.hasBudget() && !isHeld(psn)) {
            if (!resend(batch, psn, sending.asks() ? Bth.ACK_REQ : 0, nowNs)) {
                return false;
            }
            psn = space.sack.nextLost();
        }
        return true;
    }

    private boolean resend(TransmitBatch batch, long psn, int flags, long nowNs) {
        if (select(psn, nowNs)) {
            if (space.sack.isResent(psn)) {
                onLostAgain.accept(nowNs);
            }
            boolean split = writer.isTooLong();
            int from = split ? pieces.of(psn) : 0;
            do {
                if (split) {
                    writer.selectPiece(from);
                }
                int length = writer.length();
                if (!batch.accepts(length)) {
                    pieces.keep(psn, from);
                    return false;
                }
                if (!write(batch, psn, flags | Bth.MIG_REQ, nowNs)) {
                    boolean goesOn = onGone(psn, nowNs);
                    if (goesOn) {
                        space.sack.onResent(nowNs, psn);
                    }
                    return goesOn;
                }
                if (split) {
                    qp.count(Counter.PIECES_SENT);
                }
                sending.onSent(length, nowNs);
                from += writer.payload();
            } while (split && from < writer.whole());
            pieces.onWhole(psn);
            qp.count(Counter.RETRANSMITTED_PKTS);
        }
        space.sack.onResent(nowNs, psn);
        return true;
    }

    /**
     * Returns what a packet carries: up to where the next one begins.
     *
     * @param sent how much of its request or answer has left, in bytes
     */
    protected final long payloadOf(long psn, long sent) {
        boolean next = psn + 1 < space.sack.next() && position(psn + 1) == position(psn);
        return (next ? PacketTag.offset(space.sack.tag(psn + 1)) : sent) - offset(psn);
    }

    /** Returns where in its request or answer a packet under way begins, in bytes. */
    protected final long offset(long psn) {
        return PacketTag.offset(space.sack.tag(psn));
    }
}
