package org.urdma4j.transport.unreliable;

import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.ReceiveWqe;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;

/** Completes the receives of a queue pair in order. */
final class Receives {
    private final QpContext qp;
    private final Runnable toError;

    Receives(QpContext qp, Runnable toError) {
        this.qp = qp;
        this.toError = toError;
    }

    /** Completes the oldest receive with a message. */
    void complete(
            ReceiveWqe receive,
            WcOpcode opcode,
            long bytes,
            int immediate,
            int flags,
            boolean solicited) {
        long wrId = receive.wrId();
        qp.receiveQueue.free();
        delivered(
                qp.completeReceive(
                        wrId, WcStatus.SUCCESS, opcode, bytes, immediate, flags, solicited));
    }

    /** Completes the oldest receive with a datagram. */
    void completeDatagram(
            ReceiveWqe receive,
            long bytes,
            int immediate,
            int flags,
            int sourceQp,
            boolean solicited) {
        long wrId = receive.wrId();
        qp.receiveQueue.free();
        delivered(qp.completeDatagram(wrId, bytes, immediate, flags, sourceQp, solicited));
    }

    private void delivered(boolean delivered) {
        if (!delivered) {
            qp.raiseOverrun();
            toError.run();
        }
    }

    /** The memory of the oldest receive is unusable: it fails, and the queue pair with it. */
    void fail(ReceiveWqe receive) {
        qp.raise(EventType.QP_FATAL);
        long wrId = receive.wrId();
        qp.receiveQueue.free();
        qp.completeReceive(wrId, WcStatus.LOC_PROT_ERR, WcOpcode.RECV, 0, 0, 0, false);
        toError.run();
    }
}
