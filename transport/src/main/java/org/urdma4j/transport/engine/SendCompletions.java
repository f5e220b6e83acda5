package org.urdma4j.transport.engine;

import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.qp.Requests;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.verbs.WcStatus;

/**
 * Completes send requests, well or not. The first that fails takes the queue pair to the error
 * state; everything behind it is flushed in order (IBTA 1.4 §10.3.1.6). Failures complete visibly
 * even where success would not.
 */
final class SendCompletions {
    private final QpContext qp;
    private final RequestWindow window;
    private final Flush flush;

    /** Ends the queue pair: moves it to the error state and flushes both queues. */
    @FunctionalInterface
    interface Flush {
        void toError();
    }

    SendCompletions(QpContext qp, RequestWindow window, Flush flush) {
        this.qp = qp;
        this.window = window;
        this.flush = flush;
    }

    /** Completes the oldest request successfully, and those right behind it that sent nothing. */
    void completeOldest(SendWqe wqe) {
        completeOne(wqe);
        SendWqe next = window.oldest();
        while (next != null && Requests.isLocal(next)) {
            completeOne(next);
            next = window.oldest();
        }
    }

    private void completeOne(SendWqe wqe) {
        window.removeOldest();
        if (!qp.completeSend(wqe, WcStatus.SUCCESS)) {
            qp.raiseOverrun();
            flush.toError();
        }
    }

    /** Completes the oldest request with {@code status} and ends the queue pair. */
    void failOldest(WcStatus status) {
        SendWqe wqe = qp.sendQueue.at(qp.sendQueue.head());
        if (wqe != null) {
            complete(wqe, status);
        }
        flush.toError();
    }

    /** Completes everything queued as flushed. */
    void flushAll() {
        SendWqe wqe = qp.sendQueue.at(qp.sendQueue.head());
        while (wqe != null) {
            complete(wqe, WcStatus.WR_FLUSH_ERR);
            wqe = qp.sendQueue.at(qp.sendQueue.head());
        }
    }

    private void complete(SendWqe wqe, WcStatus status) {
        window.removeOldest();
        qp.completeSend(wqe, status);
    }
}
