package org.urdma4j.transport.urdma;

import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.verbs.WcStatus;

/**
 * Completes send requests in order. The first that fails takes the queue pair to the error state;
 * everything behind it is flushed.
 */
final class Completions {
    private final QpContext qp;
    private final SendQueue queue;
    private final Runnable toError;

    Completions(QpContext qp, Runnable toError) {
        this.qp = qp;
        this.queue = qp.sendQueue;
        this.toError = toError;
    }

    /** Returns the oldest request not completed, null when there is none that was begun. */
    SendWqe oldest() {
        SendWqe wqe = queue.at(queue.head());
        return wqe != null && wqe.placed() ? wqe : null;
    }

    /** Completes the oldest request successfully. */
    void completeOldest(SendWqe wqe) {
        if (!qp.completeSend(wqe, WcStatus.SUCCESS)) {
            qp.raiseOverrun();
            toError.run();
        }
    }

    /** Completes the oldest request with {@code status} and ends the queue pair. */
    void failOldest(WcStatus status) {
        SendWqe wqe = queue.at(queue.head());
        if (wqe != null) {
            qp.completeSend(wqe, status);
        }
        toError.run();
    }

    /** Completes everything queued as flushed. */
    void flushAll() {
        SendWqe wqe = queue.at(queue.head());
        while (wqe != null) {
            qp.completeSend(wqe, WcStatus.WR_FLUSH_ERR);
            wqe = queue.at(queue.head());
        }
    }

    /** Drops everything queued, without completions. */
    void discardAll() {
        while (queue.at(queue.head()) != null) {
            queue.free();
        }
    }
}
