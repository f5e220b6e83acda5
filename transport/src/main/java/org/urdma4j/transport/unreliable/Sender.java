package org.urdma4j.transport.unreliable;

import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.work.Requests;
import org.urdma4j.transport.work.SendCompletions;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.WcStatus;

/**
 * Sends requests in order, as fast as the rate limit allows, and completes each when its last
 * packet is written. One that can't be sent ends the sending, not the receiving: the queue pair
 * moves to SQE and what is queued behind it is flushed (IBTA 1.4 §10.3.1.7).
 */
final class Sender {
    private final QpContext qp;
    private final SendQueue queue;
    private final PacketWriter writer;
    private final SendCompletions completions;

    /** The next sequence number; counts on beyond 24 bits. */
    private long nextPsn;

    Sender(QpContext qp, PacketWriter writer, Runnable toError) {
        this.qp = qp;
        this.queue = qp.sendQueue;
        this.writer = writer;
        completions = new SendCompletions(qp, toError);
    }

    void start(int psn) {
        nextPsn = psn;
    }

    /** Adds as many packets to an empty {@code batch} as it takes and the rate limit allows. */
    void poll(TransmitBatch batch, long nowNs) {
        long budget = qp.pacer().budget(nowNs);
        while (budget > 0) {
            SendWqe wqe = current();
            boolean local = wqe != null && wqe.isLocal(); // its slot may be free after it
            if (wqe == null || !admit(wqe)) {
                return;
            }
            if (local) {
                continue;
            }
            writer.select(wqe, nextPsn);
            int length = writer.length();
            if (!batch.accepts(length) || !goesWith(batch)) {
                return;
            }
            if (writer.isPaused(batch)) {
                qp.held = batch.isEmpty();
                return;
            }
            WcStatus written = writer.write(batch);
            if (written != WcStatus.SUCCESS) {
                fail(wqe, written);
                return;
            }
            nextPsn++;
            int bytes = length + qp.config.framingBytes();
            qp.pacer().onTransmit(nowNs, bytes);
            budget -= bytes;
            if (nextPsn == wqe.endPsn()) {
                completions.completeOldest(wqe);
            }
        }
    }

    private SendWqe current() {
        return queue.at(queue.head());
    }

    /** All packets of a batch go one way. */
    private boolean goesWith(TransmitBatch batch) {
        return batch.isEmpty() || batch.route().equals(writer.route());
    }

    /** Takes a request up: true when it has its sequence numbers and its packets may go. */
    private boolean admit(SendWqe wqe) {
        boolean mayBegin = qp.state() == QpState.RTS;
        if (wqe.placed()) {
            return mayBegin || begun(wqe);
        }
        if (!mayBegin) {
            return false;
        }
        boolean local = wqe.isLocal();
        WcStatus problem = local ? Requests.execute(qp, wqe) : writer.problemOf(wqe);
        if (problem != WcStatus.SUCCESS) {
            fail(wqe, problem);
            return false;
        }
        if (local) {
            completions.completeOldest(wqe);
        } else {
            wqe.place(nextPsn, writer.packets(wqe), 0);
        }
        return true;
    }

    private boolean begun(SendWqe wqe) {
        return wqe.placed() && nextPsn > wqe.firstPsn();
    }

    boolean drained() {
        SendWqe wqe = current();
        return wqe == null || !begun(wqe);
    }

    /** Returns whether there is a request that may go when the rate limit allows. */
    boolean hasWork() {
        return qp.sends() && current() != null;
    }

    private void fail(SendWqe wqe, WcStatus status) {
        qp.moveTo(QpState.SQE);
        completions.complete(wqe, status);
        completions.flushAll();
    }

    /** Completes everything queued as flushed. */
    void flush() {
        completions.flushAll();
    }

    /** Drops everything queued, without completions. */
    void discard() {
        completions.discardAll();
    }
}
