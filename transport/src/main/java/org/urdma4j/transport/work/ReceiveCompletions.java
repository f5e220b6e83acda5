package org.urdma4j.transport.work;

import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.ReceiveWqe;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;

/**
 * Completes the receives of a queue pair in order. A completion that finds its queue full is lost,
 * which is fatal to the queue pair. Confined to the event loop.
 */
public final class ReceiveCompletions {
    private final QpContext qp;
    private final Runnable toError;

    /**
     * @param toError moves the queue pair to the error state
     */
    public ReceiveCompletions(QpContext qp, Runnable toError) {
        this.qp = qp;
        this.toError = toError;
    }

    /** Completes the oldest receive with a message. */
    public void complete(
            ReceiveWqe receive,
            WcOpcode opcode,
            long bytes,
            int immediate,
            int flags,
            boolean solicited) {
        long wrId = receive.wrId();
        qp.receiveQueue.freeWhenPolled();
        delivered(
                qp.completeReceive(
                        wrId, WcStatus.SUCCESS, opcode, bytes, immediate, flags, solicited));
    }

    /** Completes the oldest receive with a datagram. */
    public void completeDatagram(
            ReceiveWqe receive,
            long bytes,
            int immediate,
            int flags,
            int sourceQp,
            boolean solicited) {
        long wrId = receive.wrId();
        qp.receiveQueue.freeWhenPolled();
        delivered(qp.completeDatagram(wrId, bytes, immediate, flags, sourceQp, solicited));
    }

    /** Completes the oldest receive without a message. */
    public void fail(ReceiveWqe receive, WcStatus status) {
        long wrId = receive.wrId();
        qp.receiveQueue.freeWhenPolled();
        delivered(qp.completeReceive(wrId, status, WcOpcode.RECV, 0, 0, 0, false));
    }

    /** The oldest receive is too short for what came: it fails, and the queue pair with it. */
    public void failForLength(ReceiveWqe receive) {
        fail(receive, WcStatus.LOC_LEN_ERR);
        toError.run();
    }

    /** The memory of the oldest receive is unusable: it fails, and the queue pair with it. */
    public void failForMemory(ReceiveWqe receive) {
        qp.raise(EventType.QP_FATAL);
        fail(receive, WcStatus.LOC_PROT_ERR);
        toError.run();
    }

    private void delivered(boolean delivered) {
        if (!delivered) {
            qp.raiseOverrun();
            toError.run();
        }
    }
}
