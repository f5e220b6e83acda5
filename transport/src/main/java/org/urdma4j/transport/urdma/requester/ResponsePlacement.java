package org.urdma4j.transport.urdma.requester;

import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.work.Requests;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

/** Puts the answers to READs and atomic operations where their requests want them. */
final class ResponsePlacement {
    private final QpContext qp;
    private final int fullPayload;
    private final OutstandingReads reads;

    ResponsePlacement(QpContext qp, Agreement agreement, OutstandingReads reads) {
        this.qp = qp;
        this.fullPayload = agreement.payload();
        this.reads = reads;
    }

    /** Returns whether there is a request that waits for this answer. */
    boolean expects(UrdmaPacket packet) {
        SendWqe wqe = requestOf(packet);
        return wqe != null && wqe.answersAwaited() > 0;
    }

    private SendWqe requestOf(UrdmaPacket packet) {
        long position = reads.positionOf(packet.requestNumber());
        return position < qp.sendQueue.head() ? null : qp.sendQueue.at(position);
    }

    /**
     * Places an answer that is expected and has not come before.
     *
     * @return why it can't be placed, SUCCESS if it was
     */
    WcStatus place(ReceivedPacket raw) {
        UrdmaPacket packet = raw.urdma();
        SendWqe wqe = requestOf(packet);
        WcStatus status =
                packet.opcode() == UrdmaOpcode.ATOMIC_ACKNOWLEDGE
                        ? atomic(packet, wqe)
                        : read(raw, packet, wqe);
        if (status == WcStatus.SUCCESS) {
            wqe.onAnswer();
            if (wqe.answersAwaited() == 0) {
                reads.end(packet.requestNumber());
            }
        }
        return status;
    }

    private static WcStatus atomic(UrdmaPacket packet, SendWqe wqe) {
        if (!Requests.isAtomic(wqe)) {
            return WcStatus.BAD_RESP_ERR;
        }
        return wqe.sges().scatterLong(packet.originalData())
                ? WcStatus.SUCCESS
                : WcStatus.LOC_PROT_ERR;
    }

    private WcStatus read(ReceivedPacket raw, UrdmaPacket packet, SendWqe wqe) {
        long offset = packet.messageOffset();
        long left = wqe.length() - offset;
        int bytes = packet.payloadLength();
        boolean fits =
                wqe.opcode() == WrOpcode.RDMA_READ
                        && left >= 0
                        && offset % fullPayload == 0
                        && packet.toEnd() == left
                        && bytes == Math.min(fullPayload, left);
        if (!fits) {
            return WcStatus.BAD_RESP_ERR;
        }
        return wqe.sges().scatter(offset, bytes, raw) ? WcStatus.SUCCESS : WcStatus.LOC_PROT_ERR;
    }
}
