package org.urdma4j.transport.urdma.requester;

import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

/** Puts the answers to READs and atomic operations where their requests want them. */
final class ResponsePlacement {
    private final QpContext qp;
    private final int fullPayload;

    /** Whether packets may have less than is left of their answer. */
    private final boolean anyLength;

    private final OutstandingReads reads;

    ResponsePlacement(QpContext qp, Agreement agreement, OutstandingReads reads) {
        this.qp = qp;
        this.fullPayload = agreement.payload();
        this.anyLength = agreement.pathMtu();
        this.reads = reads;
    }

    /** Returns the request that waits for this answer, null if none does. */
    SendWqe requestOf(UrdmaPacket packet) {
        long position = reads.positionOf(packet.requestNumber());
        SendWqe wqe = position < qp.sendQueue.head() ? null : qp.sendQueue.at(position);
        return wqe != null && wqe.answersAwaited() > 0 ? wqe : null;
    }

    /**
     * Places an answer, or a piece of one, that has not come before.
     *
     * @param wqe its request
     * @return why it can't be placed, SUCCESS if it was
     */
    WcStatus place(ReceivedPacket raw, UrdmaPacket packet, SendWqe wqe) {
        return packet.opcode() == UrdmaOpcode.ATOMIC_ACKNOWLEDGE
                ? atomic(packet, wqe)
                : read(raw, packet, wqe);
    }

    /** A packet has been placed, whole. */
    void onPlaced(UrdmaPacket packet, SendWqe wqe) {
        boolean bytes = packet.opcode() != UrdmaOpcode.ATOMIC_ACKNOWLEDGE;
        wqe.onAnswer(bytes ? Math.max(1, packet.wholeLength()) : 1);
        if (wqe.answersAwaited() == 0) {
            reads.end(packet.requestNumber());
        }
    }

    private static WcStatus atomic(UrdmaPacket packet, SendWqe wqe) {
        if (!wqe.isAtomic()) {
            return WcStatus.BAD_RESP_ERR;
        }
        return wqe.sges().scatterLong(packet.originalData())
                ? WcStatus.SUCCESS
                : WcStatus.LOC_PROT_ERR;
    }

    private WcStatus read(ReceivedPacket raw, UrdmaPacket packet, SendWqe wqe) {
        long offset = packet.messageOffset();
        long left = wqe.length() - offset;
        boolean fits =
                wqe.opcode() == WrOpcode.RDMA_READ
                        && left >= 0
                        && packet.toEnd() == left
                        && isLength(packet.wholeLength(), offset, left)
                        && packet.wholeLength() <= wqe.answersAwaited();
        if (!fits) {
            return WcStatus.BAD_RESP_ERR;
        }
        return wqe.sges().scatter(offset + packet.pieceAt(), packet.payloadLength(), raw)
                ? WcStatus.SUCCESS
                : WcStatus.LOC_PROT_ERR;
    }

    private boolean isLength(int whole, long offset, long left) {
        return anyLength
                ? whole <= Math.min(fullPayload, left) && (whole > 0 || left == 0)
                : offset % fullPayload == 0 && whole == Math.min(fullPayload, left);
    }
}
