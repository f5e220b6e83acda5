package org.urdma4j.transport.work;

import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;

/**
 * Completes send requests in order, well or not. The first that fails takes the queue pair to the
 * error state; everything behind it is flushed (IBTA 1.4 §10.3.1.6). Failures complete visibly even
 * where success would not. Confined to the event loop.
 */
public final class SendCompletions {
    private final QpContext qp;
    private final SendQueue queue;
    private final Runnable onOldestDone;
    private final Runnable toError;

    /**
     * @param toError moves the queue pair to the error state and flushes both queues
     */
    public SendCompletions(QpContext qp, Runnable toError) {
        this(qp, () -> {}, toError);
    }

    /**
     * @param onOldestDone is called before the oldest request gives its slot back
     * @param toError moves the queue pair to the error state and flushes both queues
     */
    public SendCompletions(QpContext qp, Runnable onOldestDone, Runnable toError) {
        this.qp = qp;
        this.queue = qp.sendQueue;
        this.onOldestDone = onOldestDone;
        this.toError = toError;
    }

    /** Returns the oldest request not completed, null when there is none that was begun. */
    public SendWqe oldest() {
        SendWqe wqe = head();
        return wqe != null && wqe.placed() ? wqe : null;
    }

    private SendWqe head() {
        return queue.at(queue.head());
    }

    /** Completes the oldest request successfully, and those right behind it that sent nothing. */
    public void completeOldest(SendWqe wqe) {
        succeed(wqe);
        SendWqe next = oldest();
        while (next != null && next.isLocal()) {
            succeed(next);
            next = oldest();
        }
    }

    private void succeed(SendWqe wqe) {
        if (!complete(wqe, WcStatus.SUCCESS)) {
            qp.raiseOverrun();
            toError.run();
        }
    }

    /** Completes the oldest request with {@code status} and ends the queue pair. */
    public void failOldest(WcStatus status) {
        SendWqe wqe = head();
        if (wqe != null) {
            complete(wqe, status);
        }
        toError.run();
    }

    /** Completes the oldest request; returns false when the completion queue has overrun. */
    public boolean complete(SendWqe wqe, WcStatus status) {
        onOldestDone.run();
        WcOpcode opcode = Requests.completionOpcode(wqe.opcode());
        boolean fetched = status == WcStatus.SUCCESS && wqe.isAnswered();
        return qp.completeSend(wqe, status, opcode, fetched ? wqe.length() : 0);
    }

    /** Completes everything queued as flushed. */
    public void flushAll() {
        for (SendWqe wqe = head(); wqe != null; wqe = head()) {
            complete(wqe, WcStatus.WR_FLUSH_ERR);
        }
    }

    /** Drops everything queued, without completions. */
    public void discardAll() {
        while (head() != null) {
            queue.free();
        }
    }
}
