package org.urdma4j.transport.urdma.responder;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.urdma.ReportHeader;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.ReceiveWqe;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.work.Verdict;
import org.urdma4j.verbs.AccessFlags;

/**
 * Puts the payload of a SEND or WRITE packet where the packet says, whatever is missing before it,
 * after its own checks: rights, range, room. The first packet of a SEND that arrives binds the
 * receive that its message takes.
 */
final class Placement {
    private static final long MAX_MESSAGE = 1L << 31;

    private final QpContext qp;
    private final int fullPayload;

    /** Whether packets may have less than is left of their message. */
    private final boolean anyLength;

    /** Position in the receive queue of the receive that message 0 takes. */
    private long base;

    Placement(QpContext qp, Agreement agreement) {
        this.qp = qp;
        this.fullPayload = agreement.payload();
        this.anyLength = agreement.pathMtu();
    }

    void start() {
        base = qp.receiveQueue.head();
    }

    /** Returns how many receives were consumed, modulo 2^32. */
    int consumed() {
        return (int) (qp.receiveQueue.head() - base);
    }

    /**
     * Returns how many receive-consuming messages the peer may send, modulo 2^32: what is posted,
     * or any number if the receives are shared and there are some.
     *
     * @param consumed what {@link #consumed} has returned
     */
    int allowed(int consumed) {
        if (qp.receiveQueue.shared() && qp.receiveQueue.anyLeft()) {
            return ReportHeader.NO_LIMIT;
        }
        int limit = consumed + qp.receiveQueue.available();
        return limit == ReportHeader.NO_LIMIT ? limit + 1 : limit; // once in 2^32
    }

    /** Places a packet; {@link Verdict#NOT_READY} when no receive is there for it. */
    Verdict place(ReceivedPacket raw, UrdmaPacket packet, int flags) {
        int bytes = packet.payloadLength();
        int whole = packet.wholeLength();
        boolean ends = (flags & Opcode.END) != 0;
        long toEnd = packet.toEnd();
        long full = Math.min(fullPayload, toEnd);
        boolean fits = anyLength ? whole <= full && (whole > 0 || toEnd == 0) : whole == full;
        if (!fits || ends != (whole == toEnd)) {
            return Verdict.INVALID_REQUEST;
        }
        return (flags & Opcode.SEND) != 0
                ? placeSend(raw, packet, bytes, toEnd)
                : placeWrite(raw, packet, bytes, toEnd);
    }

    private Verdict placeSend(ReceivedPacket raw, UrdmaPacket packet, int bytes, long toEnd) {
        long head = qp.receiveQueue.head();
        long position = head + (packet.rmsn() - (int) (head - base));
        ReceiveWqe receive = position < head ? null : qp.receiveQueue.atOrWant(position);
        if (receive == null) {
            return Verdict.NOT_READY;
        }
        receive.take();
        if (!receive.bound()) {
            if (!qp.resolve(receive)) {
                return Verdict.OPERATIONAL_ERROR;
            }
            receive.bind();
        }
        long offset = packet.messageOffset();
        if (!anyLength && offset % fullPayload != 0) {
            return Verdict.INVALID_REQUEST;
        }
        if (offset + toEnd > receive.sges().length()) {
            return Verdict.TOO_LONG;
        }
        return receive.sges().scatter(offset + packet.pieceAt(), bytes, raw)
                ? Verdict.PASS
                : Verdict.OPERATIONAL_ERROR;
    }

    private Verdict placeWrite(ReceivedPacket raw, UrdmaPacket packet, int bytes, long toEnd) {
        if ((qp.accessFlags & AccessFlags.REMOTE_WRITE) == 0 || toEnd > MAX_MESSAGE) {
            return Verdict.INVALID_REQUEST;
        }
        if (bytes == 0) {
            return Verdict.PASS;
        }
        long address = packet.virtualAddress() + packet.pieceAt();
        Region region =
                qp.regions.remote(
                        packet.rKey(), qp.domain, qp.qpn, address, bytes, AccessFlags.REMOTE_WRITE);
        if (region == null) {
            return Verdict.ACCESS_ERROR;
        }
        try {
            raw.payloadTo(0, region.segment(), region.offsetOf(address), bytes);
            return Verdict.PASS;
        } catch (IllegalStateException e) {
            return Verdict.OPERATIONAL_ERROR; // the memory is gone
        }
    }
}
